import { randomUUID } from 'node:crypto';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { Logger } from '../kernel/logger.ts';
import { type RateState, RequestError } from '../kernel/request-error.ts';
import { takeJsonBodies } from './body/json-body.ts';
import { answerBrokenRequest, answerConnect } from './broken-request.ts';
import { clientNetwork, clientOf } from './client-network.ts';
import { decodableUrl } from './decodable-url.ts';
import { KnownPaths } from './known-paths.ts';
import { rateHeaders } from './rate-headers.ts';

const BODY_LIMIT_BYTES = 1024 * 1024;
/** For a whole request, a batch over a slow line included. */
const REQUEST_TIMEOUT_MS = 120_000;
/** No path that Node lets through (16 KiB of headers) is too long to be looked up; what is not there is 404. */
const LONGEST_PARAMETER = 16_384;

interface HttpServerOptions {
  log: Logger;
  /** What a client without a valid key has left. */
  anonymousRate(client: string): RateState;
  /** Addresses and networks whose X-Forwarded-For is believed. */
  trustedProxies: readonly string[];
}

/** Bodies are checked by the contract's schemas: Fastify's own compilers are 50 ms of a start that nothing uses. */
const noCompiler = (): never => {
  throw new Error('a route is described in the contract, not by a schema of Fastify');
};
const withoutCompilers = { buildValidator: noCompiler, buildSerializer: noCompiler };

/** A Fastify that answers everything, even what it cannot parse, in the error shape of section 7. */
export function createHttpServer({ log, anonymousRate, trustedProxies }: HttpServerOptions): FastifyInstance {
  const app = fastify({
    loggerInstance: log as never,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: trustedProxies.length === 0 ? false : [...trustedProxies],
    genReqId: () => randomUUID(),
    requestTimeout: REQUEST_TIMEOUT_MS,
    schemaController: { compilersFactory: withoutCompilers },
    routerOptions: { maxParamLength: LONGEST_PARAMETER, ignoreTrailingSlash: false },
    rewriteUrl: (request) => decodableUrl(request.url ?? '/'),
    // Node would answer in its own words; `refuseWithoutHost` answers in ours.
    http: { requireHostHeader: false },
    // The order of checks is ours: a body that tries to reach a prototype is refused with its `param` later on.
    onProtoPoisoning: 'ignore',
    onConstructorPoisoning: 'ignore',
    frameworkErrors: (error, request, reply) => answerError(error, request as FastifyRequest, reply as never, log),
    clientErrorHandler: (error, socket) =>
      answerBrokenRequest(error, socket, anonymousRate(clientNetwork(socket.remoteAddress ?? ''))),
    forceCloseConnections: true,
  }) as unknown as FastifyInstance;

  takeJsonBodies(app);
  // An expectation that Node does not know is ignored. Node would respond 417, in a shape that is not ours.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.server.on('connect', (request, socket) => {
    answerConnect(socket, anonymousRate(clientNetwork(request.socket.remoteAddress ?? '')));
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    // Replaced by the key's own figures after authentication.
    reply.headers(rateHeaders(anonymousRate(clientOf(request))));
    refuseWithoutHost(request);
  });
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply, log));
  return app;
}

/** RFC 9112, section 3.2. */
function refuseWithoutHost(request: FastifyRequest): void {
  if (request.headers.host !== undefined || request.raw.httpVersion === '1.0') return;
  throw new RequestError('invalid_request', 'The header Host is missing.', { param: 'Host' });
}

/** Fastify's own refusals, in the words of section 7. */
function frameworkMessage(code: string | undefined, request: FastifyRequest): string | undefined {
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE': {
      const limitBytes = request.routeOptions.bodyLimit ?? BODY_LIMIT_BYTES;
      return `The body is too large: ${limitBytes / (1024 * 1024)} MiB is the most that this endpoint takes.`;
    }
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return 'The body is not as long as its content-length says.';
    default:
      return undefined;
  }
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply, log: Logger): FastifyReply {
  reply.header('x-request-id', request.id);
  // Fastify closes the connection after a body that it would not read; who still sends would then never see the answer.
  if (reply.hasHeader('connection')) reply.removeHeader('connection');
  const known = error instanceof RequestError ? error : refusalOf(error, request);
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

function refusalOf(error: unknown, request: FastifyRequest): RequestError | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, statusCode } = error as Error & { code?: string; statusCode?: number };
  const message = frameworkMessage(code, request);
  if (message !== undefined) return new RequestError('invalid_request', message);
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new RequestError('invalid_request', error.message);
  }
  return undefined;
}

const knownPaths = new WeakMap<FastifyInstance, KnownPaths>();

/** Remembers which methods each path has. Call it before the first route is registered. */
export function rememberPaths(app: FastifyInstance): void {
  const paths = new KnownPaths();
  knownPaths.set(app, paths);
  app.addHook('onRoute', (route) => paths.add(route.url, [route.method].flat()));
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404 || !paths.isWrongMethod(pathOf(request), request.method)) return;
    reply.callNotFound();
    return reply;
  });
}

/** Unknown paths are 404; a known path with another method is 404 with an `Allow` header. Register it last. */
export function answerUnknownPaths(app: FastifyInstance): void {
  // The body is not looked at on an unknown path: what is wrong with it does not matter.
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) throw nothingAt(request, reply, knownPaths.get(app));
  });
  app.setNotFoundHandler(async (request, reply) => {
    throw nothingAt(request, reply, knownPaths.get(app));
  });
}

function nothingAt(request: FastifyRequest, reply: FastifyReply, paths: KnownPaths | undefined): RequestError {
  const methods = paths?.methodsOf(pathOf(request)) ?? [];
  const known = methods.length > 0 && !methods.includes(request.method);
  if (known) reply.header('allow', methods.join(', '));
  return new RequestError(
    'not_found',
    known
      ? `${request.method} is not possible here; use ${methods.join(' or ')}.`
      : 'There is nothing at this path. The endpoints are below /v1; the reference at /docs describes them.',
  );
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?')[0]!;
}
