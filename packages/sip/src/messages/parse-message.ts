import { parseInteger } from './cseq.ts';
import { headerName } from './header-names.ts';
import { SipHeaders } from './headers.ts';
import { type SipMessage, SipRequest, SipResponse, SipSyntaxError } from './message.ts';
import { isToken } from './scanner.ts';
import { parseUri } from './uri.ts';
import { parseVia } from './via.ts';

export type ParseResult =
  | { readonly kind: 'message'; readonly message: SipMessage }
  /** CRLF or zero bytes that keep a NAT binding open (RFC 5626 section 3.5.1). */
  | { readonly kind: 'keep_alive' }
  /** A request that cannot be understood, but answered: its Via is readable. */
  | { readonly kind: 'bad_request'; readonly request: SipRequest; readonly status: number; readonly problem: string }
  | { readonly kind: 'not_sip'; readonly problem: string };

/** A UDP datagram holds no more, and nothing that a telephone call needs comes near. */
const MAX_MESSAGE_BYTES = 65_535;
/** Far over what any proxy chain produces; bounds the work that one datagram can ask for. */
const MAX_HEADER_LINES = 500;
const MAX_FORWARDS_LIMIT = 255; // RFC 3261 section 20.22

const SINGLE_HEADERS = ['from', 'to', 'call-id', 'cseq', 'max-forwards', 'content-length', 'content-type'];
/** Other control characters may stand in quoted strings; these two can only be an attempt to smuggle a header in. */
const FORBIDDEN_CHARACTERS = /[\r\n]/;

const CRLF = Buffer.from('\r\n');

interface Head {
  readonly startLine: string;
  readonly headers: SipHeaders;
  readonly problem: string | null;
}

/** Reads one datagram, or one framed message. Never throws, takes time linear in its length, and keeps none of the bytes. */
export function parseMessage(bytes: Buffer): ParseResult {
  const start = skipKeepAlive(bytes);
  if (start === bytes.length) return { kind: 'keep_alive' };
  if (bytes.length > MAX_MESSAGE_BYTES) return { kind: 'not_sip', problem: 'too large' };
  const headEnd = endOfHead(bytes, start);
  if (headEnd < 0) return { kind: 'not_sip', problem: 'no end of the headers' };
  const head = parseHead(bytes.toString('utf8', start, headEnd));
  const rest = bytes.subarray(headEnd + 4);
  return head.startLine.startsWith('SIP/') ? parseResponse(head, rest) : parseRequest(head, rest);
}

function skipKeepAlive(bytes: Buffer): number {
  let position = 0;
  while (position < bytes.length && (bytes[position] === 0x0d || bytes[position] === 0x0a)) position += 1;
  if (bytes.length <= 4 && bytes.every((byte) => byte === 0)) return bytes.length;
  return position;
}

/** Some senders leave the empty line out when there is no body. */
function endOfHead(bytes: Buffer, start: number): number {
  const emptyLine = bytes.indexOf('\r\n\r\n', start, 'latin1');
  if (emptyLine >= 0) return emptyLine;
  return bytes.subarray(-2).equals(CRLF) ? bytes.length - 2 : -1;
}

function parseHead(text: string): Head {
  const [startLine = '', ...lines] = unfold(text);
  const headers = new SipHeaders();
  let problem: string | null = lines.length > MAX_HEADER_LINES ? 'Too Many Headers' : null;
  for (const line of lines.slice(0, MAX_HEADER_LINES)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).trimEnd();
    if (!isToken(name) || FORBIDDEN_CHARACTERS.test(line)) problem ??= 'Malformed Header';
    else headers.add(name, line.slice(colon + 1).trim());
  }
  return { startLine, headers, problem };
}

/** RFC 3261 section 7.3.1: a line that starts with white space continues the one before. */
export function unfold(text: string): string[] {
  const lines: string[] = [];
  for (const line of text.split('\r\n')) {
    const folded = line.startsWith(' ') || line.startsWith('\t');
    if (folded && lines.length > 0) lines.push(`${lines.pop()} ${line.trimStart()}`);
    else lines.push(line);
  }
  return lines;
}

function parseResponse(head: Head, rest: Buffer): ParseResult {
  const status = head.startLine.slice(8, 11);
  const after = head.startLine.charAt(11);
  if (!head.startLine.startsWith('SIP/2.0 ') || !/^[1-6][0-9]{2}$/.test(status) || (after !== '' && after !== ' ')) {
    return { kind: 'not_sip', problem: 'malformed status line' };
  }
  const response = new SipResponse(Number(status), head.startLine.slice(12).trim(), head.headers, bodyOf(head, rest));
  const problem = head.problem ?? problemOf(response, rest);
  return problem
    ? { kind: 'not_sip', problem: `malformed response: ${problem}` }
    : { kind: 'message', message: response };
}

function parseRequest(head: Head, rest: Buffer): ParseResult {
  const line = head.startLine.trimEnd();
  const methodEnd = line.indexOf(' ');
  const versionStart = line.lastIndexOf(' ') + 1;
  const method = line.slice(0, Math.max(methodEnd, 0));
  const version = line.slice(versionStart);
  if (!isToken(method) || !/^SIP\/[0-9]{1,9}\.[0-9]{1,9}$/i.test(version))
    return { kind: 'not_sip', problem: 'malformed request line' };

  const uri = line.slice(methodEnd + 1, versionStart - 1);
  const request = new SipRequest(method, uri, head.headers, bodyOf(head, rest));
  if (version.toUpperCase() !== 'SIP/2.0') return answerable(request, 505, 'Version Not Supported');
  const problem =
    (line === head.startLine ? null : 'Malformed Request Line') ??
    head.problem ??
    problemOfUri(uri) ??
    problemOf(request, rest) ??
    problemOfVias(request) ??
    problemOfRequest(request);
  return problem ? answerable(request, 400, problem) : { kind: 'message', message: request };
}

/** Without a Via there is no way back for a response, and an ACK has none. */
function answerable(request: SipRequest, status: number, problem: string): ParseResult {
  const missing = problemOfTopVia(request);
  if (missing || request.method === 'ACK') return { kind: 'not_sip', problem: missing ?? problem };
  return { kind: 'bad_request', request, status, problem };
}

function problemOfTopVia(request: SipRequest): string | null {
  try {
    return request.topVia && null;
  } catch (error) {
    return syntaxProblem(error);
  }
}

/**
 * Bytes after Content-Length are left out (RFC 3261 section 18.3); without one the body is the rest of the datagram. A copy: the
 * datagram is the transport's, and goes back to it.
 */
function bodyOf(head: Head, rest: Buffer): Buffer {
  const length = parseInteger(head.headers.get('content-length') ?? '');
  return Buffer.from(length === null ? rest : rest.subarray(0, length));
}

function problemOf(message: SipMessage, rest: Buffer): string | null {
  for (const name of SINGLE_HEADERS) {
    if (message.headers.all(name).length > 1) return `Several ${headerName(name)} Headers`;
  }
  const contentLength = message.headers.get('content-length');
  if (contentLength !== null) {
    const length = parseInteger(contentLength);
    if (length === null || length > rest.length) return 'Wrong Content-Length';
  }
  try {
    const { topVia, from, to, callId, cseq } = message;
    return topVia && from && to && callId && cseq && null;
  } catch (error) {
    return syntaxProblem(error);
  }
}

function problemOfVias(request: SipRequest): string | null {
  const [, ...further] = request.headers.all('via'); // the top one is read already
  return further.every((via) => parseVia(via)) ? null : 'Malformed Via';
}

function problemOfUri(text: string): string | null {
  const uri = parseUri(text);
  return !uri || uri.hasHeaders ? 'Malformed Request-URI' : null;
}

function problemOfRequest(request: SipRequest): string | null {
  if (request.cseq.method !== request.method) return 'CSeq Method Mismatch';
  const maxForwards = request.headers.get('max-forwards');
  if (maxForwards === null) return null;
  const hops = parseInteger(maxForwards);
  return hops === null || hops > MAX_FORWARDS_LIMIT ? 'Malformed Max-Forwards' : null;
}

function syntaxProblem(error: unknown): string {
  if (error instanceof SipSyntaxError) return error.message;
  throw error;
}
