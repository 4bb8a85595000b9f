import http from 'node:http';
import net from 'node:net';
import { type FuzzAnswer, readAnswers } from './answer.ts';
import type { HttpRequest, KeyKind, RawRequest } from './fuzz-request.ts';
import { withQuietPhones } from './quiet-phones.ts';
import { KEY_PLACEHOLDER } from './raw-requests.ts';
import type { Resources } from './references.ts';

const PATIENCE_MS = 20_000;

/** The keys of a run; requests with full rights take turns, since each key has its own limit. */
export interface Keys {
  full: string[];
  restricted: string[];
}

/** Sends requests, on connections that are kept, or on one of their own. */
export class Sender {
  readonly #port: number;
  readonly #keys: Keys;
  readonly #resources: Resources;
  readonly #agent: http.Agent;
  #turn = 0;

  constructor(port: number, keys: Keys, resources: Resources, connections: number) {
    this.#port = port;
    this.#keys = keys;
    this.#resources = resources;
    this.#agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  }

  /** With the ids, and the phones, that it is sent with. */
  prepared(request: HttpRequest): HttpRequest {
    return {
      ...request,
      target: this.#resources.resolve(request.target),
      body: request.body && this.#resolved(request.body),
    };
  }

  http(request: HttpRequest): Promise<FuzzAnswer> {
    const key = this.#keyOf(request.key);
    const headers: Record<string, string | string[]> = {
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(request.body === null ? {} : { 'content-length': String(request.body.length) }),
      ...request.headers,
    };
    return new Promise((resolve, reject) => {
      const sent = http.request({
        host: '127.0.0.1',
        port: this.#port,
        agent: this.#agent,
        method: request.method,
        path: request.target,
        headers,
        timeout: PATIENCE_MS,
      });
      sent.on('response', (response) => {
        const chunks: Buffer[] = [];
        const isStream = response.headers['content-type']?.startsWith('text/event-stream') ?? false;
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          // A stream ends when its reader goes.
          if (!isStream) return;
          finish();
          sent.destroy();
        });
        response.on('error', reject);
        response.on('end', finish);
        function finish(): void {
          const flat = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
          resolve({ status: response.statusCode!, headers: Object.fromEntries(flat), body: Buffer.concat(chunks) });
        }
      });
      sent.on('timeout', () => sent.destroy(new Error(`no answer in ${PATIENCE_MS} ms`)));
      sent.on('error', reject);
      sent.end(request.body ?? undefined);
    });
  }

  /** Sends the pieces, waits for the answers it may rely on, says that nothing more comes, and reads to the end. */
  raw(request: RawRequest): Promise<FuzzAnswer[]> {
    const key = this.#keyOf('full')!;
    const bytes = this.#resolved(
      Buffer.from(request.bytes.toString('latin1').replaceAll(KEY_PLACEHOLDER, key), 'latin1'),
    );
    return new Promise((resolve, reject) => {
      let received = Buffer.alloc(0);
      let isSent = false;
      const socket = net.connect({ port: this.#port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
      const late = setTimeout(() => {
        finish(() =>
          reject(new Error(`the connection is open after ${PATIENCE_MS} ms; it gave ${received.toString()}`)),
        );
      }, PATIENCE_MS);
      const finish = (settle: () => void) => {
        clearTimeout(late);
        socket.destroy();
        settle();
      };
      const endIfAnswered = () => {
        if (isSent && !socket.writableEnded && readAnswers(received).answers.length >= request.answers) socket.end();
      };
      const complete = () => {
        finish(() => {
          try {
            const { answers, rest } = readAnswers(received);
            if (rest.length > 0) throw new Error(`an answer that breaks off: ${rest.toString().slice(0, 500)}`);
            if (answers.length < request.answers)
              throw new Error(`${answers.length} answers instead of ${request.answers}`);
            resolve(answers);
          } catch (error) {
            reject(error);
          }
        });
      };
      socket.on('data', (data: Buffer) => {
        received = Buffer.concat([received, data]);
        endIfAnswered();
      });
      // A client that is cut off has received all there was.
      socket.on('error', complete);
      socket.on('end', complete);
      socket.on('connect', async () => {
        for (const piece of piecesOf(bytes, request.cuts)) {
          if (socket.destroyed) return;
          await new Promise((done) => socket.write(piece, done));
          await new Promise(setImmediate);
        }
        isSent = true;
        endIfAnswered();
      });
    });
  }

  close(): void {
    this.#agent.destroy();
  }

  #resolved(bytes: Buffer): Buffer {
    return Buffer.from(withQuietPhones(this.#resources.resolve(bytes.toString('latin1'))), 'latin1');
  }

  #keyOf(kind: KeyKind): string | null {
    if (kind === 'none') return null;
    if (kind === 'wrong') return `vk_live_${'0'.repeat(38)}`;
    const keys = this.#keys[kind];
    this.#turn += 1;
    return keys[this.#turn % keys.length]!;
  }
}

function piecesOf(bytes: Buffer, cuts: number[]): Buffer[] {
  const ends = [...cuts.map((cut) => Math.floor(cut * bytes.length)), bytes.length].sort((a, b) => a - b);
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end)).filter((piece) => piece.length > 0);
}
