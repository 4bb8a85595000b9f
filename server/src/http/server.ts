import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { Logger } from '../kernel/logger.ts';
import { type RateState, RequestError } from '../kernel/request-error.ts';
import { rateHeaders } from './rate-headers.ts';

const BODY_LIMIT_BYTES = 1024 * 1024;

/** A Fastify that answers everything, even what it cannot parse, in the error shape of section 7. */
export function createHttpServer(log: Logger, strangerRate: (address: string) => RateState): FastifyInstance {
  const app = fastify({
    loggerInstance: log as never,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: false },
    // The order of checks is ours: a body that tries to reach a prototype is refused with its `param` later on.
    onProtoPoisoning: 'ignore',
    onConstructorPoisoning: 'ignore',
    frameworkErrors: (error, request, reply) => answerError(error, request as FastifyRequest, reply as never, log),
    clientErrorHandler: answerBrokenRequest,
    forceCloseConnections: true,
  }) as unknown as FastifyInstance;

  app.removeContentTypeParser(['text/plain', 'application/json']);
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, parseJson(body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    // Replaced by the key's own figures as soon as it is known who asks.
    reply.headers(rateHeaders(strangerRate(request.ip)));
  });
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply, log));
  return app;
}

function parseJson(bytes: Buffer): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new RequestError('invalid_request', 'The body is not valid UTF-8.');
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new RequestError('invalid_request', `The body is not valid JSON: ${(error as Error).message}`);
  }
}

/** Fastify's own refusals, in the words of section 7. */
const frameworkMessages: Record<string, string> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The body must be JSON, sent with the header content-type: application/json.',
  FST_ERR_CTP_BODY_TOO_LARGE: 'The body is too large.',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'A JSON object is needed as the body.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body is not as long as its content-length says.',
  FST_ERR_BAD_URL: 'The path is not valid percent-encoding.',
};

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply, log: Logger): FastifyReply {
  reply.header('x-request-id', request.id);
  const known = error instanceof RequestError ? error : refusalOf(error);
  if (!known) {
    log.error({ err: error, request_id: request.id, url: request.routeOptions?.url }, 'a request failed');
    const failure = new RequestError('server_error', `Something failed on our side. Request id: ${request.id}`);
    return reply.code(500).type('application/json; charset=utf-8').send(failure.body);
  }
  if (known.code === 'unauthorized') reply.header('www-authenticate', 'Bearer');
  if (known.rate) reply.headers(rateHeaders(known.rate));
  if (known.retryAfterS !== undefined) reply.header('retry-after', String(known.retryAfterS));
  return reply.code(known.status).type('application/json; charset=utf-8').send(known.body);
}

function refusalOf(error: unknown): RequestError | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, statusCode } = error as Error & { code?: string; statusCode?: number };
  const message = code === undefined ? undefined : frameworkMessages[code];
  if (message !== undefined) return new RequestError('invalid_request', message);
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new RequestError('invalid_request', error.message);
  }
  return undefined;
}

/** For bytes that are no HTTP request at all: there is no reply object, so the answer is written by hand. */
function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const refusal = new RequestError('invalid_request', 'This is not a valid HTTP request.');
  const body = JSON.stringify(refusal.body);
  socket.end(
    [
      `HTTP/1.1 400 ${STATUS_CODES[400]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${randomUUID()}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

/** Unknown paths are 404; a known path with another method is 404 with an `Allow` header. Register it last. */
export function answerUnknownPaths(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0]!;
    const methods = (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).filter(
      (method) => app.findRoute({ method, url: path }) !== null || matches(app, method, path),
    );
    if (methods.length > 0) reply.header('allow', methods.join(', '));
    const refusal = new RequestError(
      'not_found',
      methods.length > 0
        ? `${request.method} is not possible here; ${methods.join(', ')} is.`
        : 'There is nothing at this path. The endpoints stand below /v1.',
    );
    return reply.code(404).type('application/json; charset=utf-8').send(refusal.body);
  });
}

function matches(app: FastifyInstance, method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string): boolean {
  const routes = patternsOf(app).get(method) ?? [];
  return routes.some((pattern) => pattern.test(url));
}

const patterns = new WeakMap<FastifyInstance, Map<string, RegExp[]>>();

function patternsOf(app: FastifyInstance): Map<string, RegExp[]> {
  return patterns.get(app) ?? new Map();
}

/** Remembers which methods each path has, for the `Allow` header. Call it before the first route is registered. */
export function rememberPaths(app: FastifyInstance): void {
  const byMethod = new Map<string, RegExp[]>();
  patterns.set(app, byMethod);
  app.addHook('onRoute', (route) => {
    const pattern = new RegExp(`^${route.url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`);
    for (const method of [route.method].flat()) byMethod.set(method, [...(byMethod.get(method) ?? []), pattern]);
  });
}
