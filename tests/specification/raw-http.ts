import net from 'node:net';
import type { Answer } from './answers.ts';

interface ExchangeOptions {
  /** Says that nothing more comes, though something should. */
  hangUp?: boolean;
  timeoutMs?: number;
}

/**
 * Sends bytes as they are, in these pieces, and reads until the other side closes: what is sent says `Connection: close`
 * at its end, or is no HTTP.
 */
function exchange(
  port: number,
  pieces: (string | Uint8Array)[],
  { hangUp = false, timeoutMs = 60_000 }: ExchangeOptions = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true }, async () => {
      for (const piece of pieces) {
        await new Promise((done) => socket.write(piece, done));
        await new Promise(setImmediate);
      }
      if (hangUp) socket.end();
    });
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`the connection is still open after ${timeoutMs} ms, with ${JSON.stringify(received)}`));
    }, timeoutMs);
    socket.setEncoding('utf8').on('data', (text: string) => {
      received += text;
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // A client that is cut off has received all there was.
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
    });
    socket.on('end', () => socket.end());
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(received);
    });
  });
}

/**
 * The responses on one connection. A response to HEAD announces a body that it does not have, except where the request
 * was too broken to be recognized as HEAD.
 */
function parseAnswers(received: string, { isHead = false } = {}): Answer[] {
  const answers: Answer[] = [];
  for (let rest = Buffer.from(received); rest.length > 0; ) {
    const headEnd = rest.indexOf('\r\n\r\n');
    if (headEnd < 0) throw new Error(`an answer without end of its headers: ${rest.toString().slice(0, 200)}`);
    const [statusLine = '', ...lines] = rest.subarray(0, headEnd).toString().split('\r\n');
    const headers = new Headers(
      lines.map((line): [string, string] => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon), line.slice(colon + 1).trim()];
      }),
    );
    const bodyStart = headEnd + 4;
    const bodyEnd = bodyStart + (isHead && rest.length === bodyStart ? 0 : Number(headers.get('content-length') ?? 0));
    const text = rest.subarray(bodyStart, bodyEnd).toString();
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1]);
    answers.push({ status, headers, body: text === '' ? undefined : JSON.parse(text) });
    rest = rest.subarray(bodyEnd);
  }
  return answers;
}

/** One request, and its one answer. */
export async function exchangeOne(port: number, request: string | Uint8Array, hangUp = false): Promise<Answer> {
  const answers = parseAnswers(await exchange(port, [request], { hangUp }));
  if (answers.length !== 1) throw new Error(`${answers.length} answers instead of one`);
  return answers[0]!;
}
