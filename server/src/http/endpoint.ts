import { Readable } from 'node:stream';
import type { DashboardRoute, Route } from '@parley/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Principal } from '../kernel/principal.ts';
import { type RateState, RequestError } from '../kernel/request-error.ts';
import type { TextStream } from '../kernel/text-stream.ts';
import { type Asking, asking } from './asking.ts';
import type { Authentication } from './authentication.ts';
import { readBody } from './body/read-body.ts';
import { type UploadedFile, uploadedFile } from './body/uploaded-file.ts';
import { isList, listJson } from './list-json.ts';
import { checkedParams, checkedQuery } from './parameters.ts';
import { rateHeaders } from './rate-headers.ts';

type AnyRoute = Route | DashboardRoute;
type Parsed<Part> = Part extends z.ZodType ? z.infer<Part> : undefined;

interface EndpointRequest<R extends AnyRoute> {
  /** Null for a public route, which does not authenticate. */
  principal: R['permission'] extends 'public' ? null : Principal;
  params: Record<string, string>;
  query: Parsed<R['query']>;
  body: R extends { upload: readonly (infer Type extends string)[] } ? UploadedFile<Type> : Parsed<R['body']>;
  headers: FastifyRequest['headers'];
  /** Where it comes from, and whom it says it is from. */
  asking: Asking;
  /** Whether the same request would still be let in: the key is not revoked, the login not ended. */
  isStillAllowed(): Promise<boolean>;
}

/** What an endpoint responds with; the status is the route's own. */
type EndpointResponse<R extends AnyRoute> = ResponseDetails &
  (
    | { body: R['success'] extends { body: infer Body extends z.ZodType } ? z.infer<Body> : undefined }
    /** Instead of a body: what is too long to be held. */
    | { stream: TextStream }
  );

interface ResponseDetails {
  headers?: Record<string, string | string[]>;
  /** What was to be created was there already. */
  wasPresent?: boolean;
  /** The limit that matters here, when it is another than requests a minute. */
  rate?: RateState;
}

export type EndpointHandler<R extends AnyRoute> = (request: EndpointRequest<R>) => Promise<EndpointResponse<R>>;

/** An endpoint that is not limited by requests a minute but by something else, which its headers tell. */
export interface OwnLimit {
  rate(principal: Principal): Promise<RateState>;
}

/** Registers one route of the contract: authentication and permission, then the shape, then the handler. */
export function endpoint<R extends Route>(
  app: FastifyInstance,
  authentication: Authentication,
  route: R,
  handler: EndpointHandler<R>,
  ownLimit?: OwnLimit,
): void {
  register(app, authentication, '/v1', route, handler, ownLimit);
}

/** The same for a route that only the dashboard has. */
export function dashboardEndpoint<R extends DashboardRoute>(
  app: FastifyInstance,
  authentication: Authentication,
  route: R,
  handler: EndpointHandler<R>,
): void {
  register(app, authentication, '/dashboard/api', route, handler);
}

function register<R extends AnyRoute>(
  app: FastifyInstance,
  authentication: Authentication,
  prefix: string,
  route: R,
  handler: EndpointHandler<R>,
  ownLimit?: OwnLimit,
): void {
  const principals = new WeakMap<FastifyRequest, Principal>();
  const isStillAllowed = async (request: FastifyRequest) => {
    if (route.permission === 'public') return true;
    try {
      authentication.permit(await authentication.authenticate(asking(request)), route.permission);
      return true;
    } catch (error) {
      if (error instanceof RequestError) return false;
      throw error;
    }
  };
  app.route({
    method: route.method,
    url: `${prefix}${route.path.replace(/\{(\w+)\}/g, ':$1')}`,
    ...(takesFile(route) ? { config: { takesFile: true } } : {}),
    ...(route.bodyLimitBytes === undefined ? {} : { bodyLimit: route.bodyLimitBytes }),
    onRequest: async (request, reply) => {
      if (route.permission === 'public') {
        reply.headers(rateHeaders(authentication.countAnonymous(asking(request).client)));
        authentication.refuseForeignPage(asking(request));
        return;
      }
      const principal = await authentication.authenticate(asking(request));
      principals.set(request, principal);
      reply.headers(rateHeaders(authentication.rate(principal)));
      authentication.permit(principal, route.permission);
      if (!ownLimit) reply.headers(rateHeaders(authentication.count(principal)));
    },
    onError: async (request, reply, error) => {
      const principal = principals.get(request);
      const hasRate = error instanceof RequestError && error.rate !== undefined;
      if (ownLimit && principal && !hasRate) reply.headers(rateHeaders(await ownLimit.rate(principal)));
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const params = checkedParams(request.params);
      const query = checkedQuery(request.query, route.query) as Parsed<R['query']>;
      const body = (
        takesFile(route) ? uploadedFile(route.upload, request.body) : await readBody(route, request.body)
      ) as EndpointRequest<R>['body'];
      refuseEmpty(params);
      const principal = (principals.get(request) ?? null) as EndpointRequest<R>['principal'];
      const { headers } = request;
      const response = await handler({
        principal,
        params,
        query,
        body,
        headers,
        asking: asking(request),
        isStillAllowed: () => isStillAllowed(request),
      });
      const { status, statusIfPresent = status } = route.success as Route['success'];
      // Answers hold what is private, keys among it.
      reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
      reply.code(response.wasPresent ? statusIfPresent : status);
      if (response.headers) reply.headers(response.headers);
      if (response.rate) reply.headers(rateHeaders(response.rate));
      if ('stream' in response) return sendStream(request, reply, response.stream);
      if (response.body === undefined) return reply.send();
      if (!isList(response.body)) return response.body;
      return reply.type('application/json; charset=utf-8').send(await listJson(response.body));
    },
  });
}

function takesFile(route: AnyRoute): route is Route & { upload: readonly string[] } {
  return 'upload' in route && route.upload !== undefined;
}

/** A failure midway breaks the connection, so that the client does not mistake a part for the whole. */
function sendStream(request: FastifyRequest, reply: FastifyReply, stream: TextStream): FastifyReply {
  const { type, chunks, fileName, signal } = stream;
  if (fileName !== undefined) reply.header('content-disposition', `attachment; filename="${fileName}"`);
  // Fastify would read a stream to its end, only to throw it away.
  if (request.method === 'HEAD') {
    void chunks[Symbol.asyncIterator]().return?.();
    return reply.type(type).send();
  }
  return reply.type(type).send(Readable.from(chunks, { objectMode: false, ...(signal && { signal }) }));
}

/** `/calls/` or `/calls//hangup`: names nothing, so there is nothing. */
function refuseEmpty(params: Record<string, string>): void {
  const empty = Object.keys(params).find((name) => params[name] === '');
  if (empty === undefined) return;
  throw new RequestError('not_found', `The path has nothing where ${empty} belongs.`, { param: empty });
}
