import type { Route } from '@parley/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { KeyOwner } from '../accounts/keys.ts';
import { type RateState, RequestError } from '../kernel/request-error.ts';
import type { Authentication } from './authentication.ts';
import { readBody } from './body/read-body.ts';
import { clientOf } from './client-network.ts';
import { isList, listJson } from './list-json.ts';
import { checkedParams, checkedQuery } from './parameters.ts';
import { rateHeaders } from './rate-headers.ts';

type Parsed<Part> = Part extends z.ZodType ? z.infer<Part> : undefined;

interface EndpointRequest<R extends Route> {
  owner: KeyOwner;
  params: Record<string, string>;
  query: Parsed<R['query']>;
  body: Parsed<R['body']>;
  headers: FastifyRequest['headers'];
}

/** What an endpoint responds with; the status is the route's own. */
interface EndpointResponse<R extends Route> {
  body: R['success'] extends { body: infer Body extends z.ZodType } ? z.infer<Body> : undefined;
  headers?: Record<string, string>;
  /** What was to be created was there already. */
  wasPresent?: boolean;
  /** The limit that matters here, when it is another than requests a minute. */
  rate?: RateState;
}

export type EndpointHandler<R extends Route> = (request: EndpointRequest<R>) => Promise<EndpointResponse<R>>;

/** An endpoint that is not limited by requests a minute but by something else, which its headers tell. */
export interface OwnLimit {
  rate(owner: KeyOwner): Promise<RateState>;
}

/** Registers one route of the contract: authentication and permission, then the shape, then the handler. */
export function endpoint<R extends Route>(
  app: FastifyInstance,
  authentication: Authentication,
  route: R,
  handler: EndpointHandler<R>,
  ownLimit?: OwnLimit,
): void {
  const owners = new WeakMap<FastifyRequest, KeyOwner>();
  app.route({
    method: route.method,
    url: `/v1${route.path.replace(/\{(\w+)\}/g, ':$1')}`,
    ...(route.bodyLimitBytes === undefined ? {} : { bodyLimit: route.bodyLimitBytes }),
    onRequest: async (request, reply) => {
      const owner = await authentication.authenticate(request.headers.authorization, clientOf(request));
      owners.set(request, owner);
      reply.headers(rateHeaders(authentication.rate(owner)));
      authentication.permit(owner, route.permission);
      if (!ownLimit) reply.headers(rateHeaders(authentication.count(owner)));
    },
    onError: async (request, reply, error) => {
      const owner = owners.get(request);
      const told = error instanceof RequestError && error.rate !== undefined;
      if (ownLimit && owner && !told) reply.headers(rateHeaders(await ownLimit.rate(owner)));
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const params = checkedParams(request.params);
      const query = checkedQuery(request.query, route.query) as Parsed<R['query']>;
      const body = (await readBody(route, request.body)) as Parsed<R['body']>;
      refuseEmpty(params);
      const response = await handler({ owner: owners.get(request)!, params, query, body, headers: request.headers });
      const { status, statusIfPresent = status } = route.success as Route['success'];
      reply.code(response.wasPresent ? statusIfPresent : status);
      if (response.headers) reply.headers(response.headers);
      if (response.rate) reply.headers(rateHeaders(response.rate));
      if (response.body === undefined) return reply.send();
      if (!isList(response.body)) return response.body;
      return reply.type('application/json; charset=utf-8').send(await listJson(response.body));
    },
  });
}

/** `/calls/` or `/calls//hangup`: names nothing, so there is nothing. */
function refuseEmpty(params: Record<string, string>): void {
  const empty = Object.keys(params).find((name) => params[name] === '');
  if (empty === undefined) return;
  throw new RequestError('not_found', `The path has nothing where ${empty} belongs.`, { param: empty });
}
