import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RateState, RequestError } from '../kernel/request-error.ts';
import { rateHeaders } from './rate-headers.ts';

/** For bytes that are no HTTP request at all: there is no reply object, so the answer is written by hand. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Duplex, rate: RateState): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  answerByHand(new RequestError('invalid_request', 'This is not a valid HTTP request.'), socket, rate);
}

/** Node hands a CONNECT over as a bare socket, and would close it without a word. */
export function answerConnect(socket: Duplex, rate: RateState): void {
  answerByHand(
    new RequestError(
      'not_found',
      'This is no proxy. The endpoints are below /v1; the reference at /docs describes them.',
    ),
    socket,
    rate,
  );
}

/** A response where there is no reply object. Ends the connection. */
export function answerByHand(refusal: RequestError, socket: Duplex, rate: RateState): void {
  const body = JSON.stringify(refusal.body);
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': randomUUID(),
    ...rateHeaders(rate),
    ...(refusal.status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`, ...lines, '', body].join('\r\n'));
}
