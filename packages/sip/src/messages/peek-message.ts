import { parseCSeq } from './cseq.ts';
import { headerKey } from './header-names.ts';
import { parseNameAddress } from './name-address.ts';
import { unfold } from './parse-message.ts';
import { splitList } from './scanner.ts';
import { parseVia, type Via } from './via.ts';

/** What tells where a message belongs, before the rest of it is read. */
export interface PeekedMessage {
  readonly kind: 'request' | 'response';
  readonly method: string; // of the CSeq header in a response
  readonly via: Via; // the top one
  readonly callId: string;
  readonly toTag: string | null;
  readonly userAgent: string;
}

/**
 * What identifies a message is among its first headers, and long heads of proxy chains have 3 kB. Whatever comes later is not
 * looked at.
 */
const PEEKED_BYTES = 4096;
const WANTED: ReadonlySet<string> = new Set(['via', 'to', 'call-id', 'cseq', 'user-agent']);

/** Null for what is no SIP, or leads nowhere. Reads little and keeps nothing of the datagram. */
export function peekMessage(bytes: Buffer): PeekedMessage | null {
  const text = bytes.toString('latin1', 0, PEEKED_BYTES);
  const headEnd = text.indexOf('\r\n\r\n');
  const [startLine = '', ...lines] = unfold(headEnd < 0 ? text : text.slice(0, headEnd));
  const kind = kindOfStartLine(startLine);
  if (kind === null) return null;
  const headers = firstValues(lines);
  const via = parseVia(splitList(headers.get('via') ?? '')[0] ?? '');
  if (!via) return null;
  return {
    kind,
    method: kind === 'request' ? startLine.slice(0, startLine.indexOf(' ')) : methodOf(headers.get('cseq') ?? ''),
    via,
    callId: headers.get('call-id') ?? '',
    toTag: parseNameAddress(headers.get('to') ?? '')?.params.get('tag') ?? null,
    userAgent: headers.get('user-agent') ?? '',
  };
}

/** Null for what begins no SIP message of any version. */
export function kindOfStartLine(startLine: string): PeekedMessage['kind'] | null {
  if (startLine.startsWith('SIP/2.0 ')) return 'response';
  return / SIP\/[0-9.]+ *$/i.test(startLine) ? 'request' : null;
}

function methodOf(cseq: string): string {
  return parseCSeq(cseq)?.method ?? '';
}

function firstValues(lines: readonly string[]): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    const key = headerKey(line.slice(0, Math.max(colon, 0)).trimEnd());
    if (WANTED.has(key) && !values.has(key)) values.set(key, line.slice(colon + 1).trim());
    if (values.size === WANTED.size) break;
  }
  return values;
}
