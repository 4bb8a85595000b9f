import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type RateState, RequestError } from '../kernel/request-error.ts';
import { rateHeaders } from './rate-headers.ts';

/** For bytes that are no HTTP request at all: there is no reply object, so the answer is written by hand. */
export function answerBrokenRequest(
  error: Error & { code?: string },
  socket: Socket,
  strangerRate: (address: string) => RateState,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const refusal = new RequestError('invalid_request', 'This is not a valid HTTP request.');
  const body = JSON.stringify(refusal.body);
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': randomUUID(),
    ...rateHeaders(strangerRate(socket.remoteAddress ?? '')),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 400 ${STATUS_CODES[400]}`, ...lines, '', body].join('\r\n'));
}
