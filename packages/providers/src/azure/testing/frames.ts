/** A message of the service's sockets, as its client library takes it apart. */
export interface Frame {
  path: string;
  requestId: string;
  headers: Map<string, string>;
  body: Buffer;
}

export function frameOf(bytes: Buffer, isBinary: boolean): Frame {
  const from = isBinary ? 2 : 0;
  const end = isBinary ? 2 + bytes.readUInt16BE(0) : bytes.indexOf('\r\n\r\n');
  const bodyAt = isBinary ? end : end + 4;
  if (end < 0 || bodyAt > bytes.length) throw new Error('not a message of the service');
  const lines = bytes
    .toString('utf8', from, end)
    .split('\r\n')
    .filter((line) => line !== '');
  const headers = new Map(
    lines.map((line): [string, string] => {
      const [name = '', ...value] = line.split(':');
      return [name.toLowerCase(), value.join(':').trim()];
    }),
  );
  const requestId = headers.get('x-requestid') ?? '';
  if (!/^[0-9a-f]{32}$/.test(requestId)) throw new Error(`X-RequestId: ${requestId}`);
  return { path: headers.get('path') ?? '', requestId, headers, body: bytes.subarray(bodyAt) };
}

const head = (path: string, requestId: string, type: string): string =>
  `X-RequestId:${requestId}\r\nContent-Type:${type}\r\nPath:${path}\r\n`;

export const jsonFrame = (path: string, requestId: string, body: object): string =>
  `${head(path, requestId, 'application/json; charset=utf-8')}\r\n${JSON.stringify(body)}`;

export function audioFrame(requestId: string, streamId: string, audio: Buffer): Buffer {
  const headers = Buffer.from(`${head('audio', requestId, 'audio/basic')}X-StreamId:${streamId}\r\n`);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(headers.length);
  return Buffer.concat([length, headers, audio]);
}
