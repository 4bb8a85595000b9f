import { headerName } from './header-names.ts';
import { type SipMessage, SipSyntaxError } from './message.ts';
import { isToken } from './scanner.ts';

/** A message with its bytes: a retransmission is the same bytes again. */
export interface EncodedMessage {
  readonly message: SipMessage;
  readonly bytes: Buffer;
}

export function encode(message: SipMessage): EncodedMessage {
  return { message, bytes: serializeMessage(message) };
}

/**
 * The message as it goes over the wire, with a Content-Length of its own. Line ends in values become spaces, so that no value
 * can begin a new header. Throws SipSyntaxError where nothing can be mended: method, Request-URI or header name.
 */
export function serializeMessage(message: SipMessage): Buffer {
  let head = `${startLine(message)}\r\n`;
  for (const [key, value] of message.headers) {
    if (key === 'content-length') continue;
    if (!isToken(key)) throw new SipSyntaxError(`not a header name: ${JSON.stringify(key)}`);
    head += `${headerName(key)}: ${onOneLine(value)}\r\n`;
  }
  head += `Content-Length: ${message.body.length}\r\n\r\n`;
  return message.body.length === 0 ? Buffer.from(head) : Buffer.concat([Buffer.from(head), message.body]);
}

/** How many bytes `serializeMessage` makes of it, without making them. */
export function serializedLength(message: SipMessage): number {
  let length = Buffer.byteLength(startLine(message)) + LINE_END.length;
  for (const [key, value] of message.headers) {
    if (key === 'content-length') continue;
    length += headerName(key).length + SEPARATOR.length + Buffer.byteLength(value) + LINE_END.length;
  }
  const lengthLine = `Content-Length: ${message.body.length}`;
  return length + lengthLine.length + 2 * LINE_END.length + message.body.length;
}

const SEPARATOR = ': ';
const LINE_END = '\r\n';

function startLine(message: SipMessage): string {
  if (message.kind === 'response') return `SIP/2.0 ${message.status} ${onOneLine(message.reason)}`;
  if (!isToken(message.method)) throw new SipSyntaxError(`not a method: ${JSON.stringify(message.method)}`);
  if (message.uri === '' || /[\s\x00-\x1f\x7f]/.test(message.uri)) {
    throw new SipSyntaxError(`not a Request-URI: ${JSON.stringify(message.uri)}`);
  }
  return `${message.method} ${message.uri} SIP/2.0`;
}

function onOneLine(value: string): string {
  return value.replace(/[\r\n]/g, ' ');
}
