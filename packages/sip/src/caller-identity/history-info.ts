import type { CallParty } from '../calls/call.ts';
import { partyOf } from '../calls/call-party.ts';
import type { SipRequest } from '../messages/message.ts';
import { type NameAddress, parseNameAddress } from '../messages/name-address.ts';
import { parseUri, percentDecoded } from '../messages/uri.ts';
import { privacyOf } from './privacy.ts';

/** A target that a request had on its way (RFC 7044). */
export interface HistoryEntry {
  readonly index: string; // `1.2`: the second target of what the first was retargeted to
  readonly target: CallParty | null; // null: it is not to be known
  readonly cause: number | null; // the SIP status with which it went on to the next target
}

/** RFC 7044 section 10.1, and `session` of RFC 4244 before it: for all entries of a request. */
const HIDING_ALL = ['history', 'header', 'session'];

/** In the order of the request, which is that of the indexes (section 5). What is malformed is passed over. */
export function historyOf(request: SipRequest): HistoryEntry[] {
  const privacy = privacyOf(request);
  const isHidden = HIDING_ALL.some((value) => privacy.has(value));
  return request.headers.all('history-info').flatMap((value) => {
    const address = parseNameAddress(value);
    const index = address?.params.get('index') ?? '';
    return address && /^[0-9.]{1,60}$/.test(index) ? [entryOf(address, index, isHidden)] : [];
  });
}

function entryOf(address: NameAddress, index: string, isHidden: boolean): HistoryEntry {
  const question = address.uri.indexOf('?');
  const uri = question < 0 ? address.uri : address.uri.slice(0, question);
  const headers = uriHeaders(question < 0 ? '' : address.uri.slice(question + 1));
  const isPrivate = isHidden || /\bhistory\b/i.test(headers.get('privacy') ?? '');
  return { index, target: isPrivate ? null : partyOf({ ...address, uri }), cause: causeOf(uri, headers) };
}

/** In the Reason of the entry (section 5), or, of a redirection, in the URI that it leads to (RFC 4458). */
function causeOf(uri: string, headers: ReadonlyMap<string, string>): number | null {
  const reason = /^\s*SIP\s*;.*\bcause\s*=\s*([3-6][0-9]{2})\b/i.exec(headers.get('reason') ?? '')?.[1];
  const cause = reason ?? parseUri(uri)?.params.get('cause') ?? '';
  return /^[3-6][0-9]{2}$/.test(cause) ? Number(cause) : null;
}

/** RFC 3261 section 19.1.1: `?name=value&name=value`, escaped. Names in lower case. */
function uriHeaders(text: string): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  for (const header of text.split('&')) {
    const equals = header.indexOf('=');
    if (equals > 0) headers.set(header.slice(0, equals).toLowerCase(), percentDecoded(header.slice(equals + 1)));
  }
  return headers;
}
