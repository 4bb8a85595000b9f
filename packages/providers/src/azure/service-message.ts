import type { VendorMessage } from '../transport/vendor-socket.ts';

/** A message of the vendor's sockets: headers, an empty line, and a body; in binary the headers' length comes first. */
export interface ServiceMessage {
  /** In lower case. */
  path: string;
  requestId: string;
  body: string | Buffer;
}

export interface SentMessage {
  path: string;
  requestId: string;
  contentType?: string;
}

const LINE = '\r\n';
const LENGTH_BYTES = 2;

export const textMessage = (message: SentMessage, body: string): string => `${headersOf(message)}${LINE}${body}`;

export const jsonMessage = (path: string, requestId: string, body: object): string =>
  textMessage({ path, requestId, contentType: 'application/json' }, JSON.stringify(body));

export function binaryMessage(message: SentMessage, body: Uint8Array): Uint8Array {
  const headers = Buffer.from(headersOf(message), 'latin1');
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt16BE(headers.length);
  return Buffer.concat([length, headers, body]);
}

/** Null: not such a message. */
export function parseMessage(message: VendorMessage): ServiceMessage | null {
  if (message.type === 'text') {
    const end = message.text.indexOf(`${LINE}${LINE}`);
    return end < 0 ? null : named(message.text.slice(0, end), message.text.slice(end + 2 * LINE.length));
  }
  const { data } = message;
  if (data.length < LENGTH_BYTES) return null;
  const end = LENGTH_BYTES + data.readUInt16BE(0);
  return end > data.length ? null : named(data.toString('latin1', LENGTH_BYTES, end), data.subarray(end));
}

function named(headers: string, body: string | Buffer): ServiceMessage {
  const values = new Map(
    headers.split(LINE).map((line): [string, string] => {
      const at = line.indexOf(':');
      return [line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()];
    }),
  );
  return {
    path: (values.get('path') ?? '').toLowerCase(),
    requestId: (values.get('x-requestid') ?? '').toLowerCase(),
    body,
  };
}

function headersOf({ path, requestId, contentType }: SentMessage): string {
  const headers: [string, string][] = [
    ['Path', path],
    ['X-RequestId', requestId],
    ['X-Timestamp', new Date().toISOString()],
    ...(contentType === undefined ? [] : [['Content-Type', contentType] as [string, string]]),
  ];
  return headers.map(([name, value]) => `${name}: ${value}${LINE}`).join('');
}

/** What the service asks of every connection before anything else: who is there. */
export const speechConfig = (requestId: string): string =>
  jsonMessage('speech.config', requestId, {
    context: {
      system: { name: 'Parley', version: '1.0.0', build: 'JavaScript', lang: 'JavaScript' },
      os: { platform: 'Node.js', name: process.platform, version: process.versions.node },
    },
  });

/** Null: the body is no JSON. */
export function jsonOf<Body extends object>(body: string | Buffer): Body | null {
  try {
    return JSON.parse(String(body)) as Body;
  } catch {
    return null;
  }
}
