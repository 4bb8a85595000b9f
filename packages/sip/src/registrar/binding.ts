import { parseInteger } from '../messages/cseq.ts';
import type { SipRequest } from '../messages/message.ts';
import { parseNameAddress } from '../messages/name-address.ts';
import { parseUri } from '../messages/uri.ts';
import type { Hop } from '../transports/transport.ts';

/** Where a telephone is reached. */
export interface Binding {
  /** The Request-URI of calls to it. */
  readonly uri: string;
  /** Seconds from now. */
  readonly expiresS: number;
}

/** What a REGISTER asks for one contact; 0 seconds: it is gone. */
interface NewBinding extends Binding {
  /** Where the request came from: what is sent there passes the NAT that it passed. */
  readonly hop: Hop;
  readonly userAgent: string | null;
}

/** RFC 3261 section 10.3, step 6 and 7: what a REGISTER changes. `contacts` empty: it only asks. `all`: every contact is gone. */
export interface BindingChange {
  readonly contacts: readonly NewBinding[] | 'all';
  /** Orders the requests of one telephone. */
  readonly callId: string;
  readonly sequence: number;
}

const USUAL_S = 3600;
/** Shorter ones would make the registrar busier than the calls. */
export const SHORTEST_S = 60;
const LONGEST_S = 3600;

/** `too_brief`: 423. `malformed`: 400. */
export function readBindingChange(request: SipRequest, hop: Hop): BindingChange | 'too_brief' | 'malformed' {
  const values = request.headers.all('contact');
  const { callId } = request;
  const { number: sequence } = request.cseq;
  const usualS = parseInteger(request.headers.get('expires') ?? '') ?? USUAL_S;
  if (values.includes('*')) {
    const isWhole = values.length === 1 && usualS === 0;
    return isWhole ? { contacts: 'all', callId, sequence } : 'malformed';
  }
  const contacts: NewBinding[] = [];
  for (const value of values) {
    const contact = parseNameAddress(value);
    const uri = contact && parseUri(contact.uri);
    if (contact === null || uri?.scheme !== 'sip') return 'malformed';
    const wantedS = parseInteger(contact.params.get('expires') ?? '') ?? usualS;
    if (wantedS > 0 && wantedS < SHORTEST_S) return 'too_brief';
    const userAgent = request.headers.get('user-agent');
    contacts.push({ uri: contact.uri, expiresS: Math.min(wantedS, LONGEST_S), hop, userAgent });
  }
  return { contacts, callId, sequence };
}
