import type { DashboardRoute, ErrorBody, ErrorCode, Route } from '@parley/contract';
import type { z } from 'zod';
import { ApiError } from './api-error.ts';

type Names<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;

type Params<R extends Described> =
  Names<R['path']> extends never ? { params?: undefined } : { params: Record<Names<R['path']>, string> };
type Query<R> = R extends { query: infer Schema extends z.ZodType }
  ? { query?: z.input<Schema> | undefined }
  : { query?: undefined };
type Body<R> = R extends { bodyOptional: true; body: infer Schema extends z.ZodType }
  ? { body?: z.input<Schema> }
  : R extends { body: infer Schema extends z.ZodType }
    ? { body: z.input<Schema> }
    : { body?: undefined };

/** A route of either of the contract's tables. */
type Described = Route | DashboardRoute;

/** What goes with a request of this route: its path's parameters, query and body, as the contract has them. */
export type RequestOf<R extends Described> = Params<R> &
  Query<R> &
  Body<R> & { signal?: AbortSignal; idempotencyKey?: string };
/** What this route responds with. */
export type ResponseOf<R extends Described> = R['success'] extends { body: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : undefined;

interface AnyRequest {
  params?: Record<string, string> | undefined;
  query?: object | undefined;
  body?: unknown;
  signal?: AbortSignal;
  /** A name for what is done, so that doing it again after a failure does it once. */
  idempotencyKey?: string;
}

/** The address of a route's request, for links and downloads too. */
export function urlOf(base: string, route: Described, { params = {}, query = {} }: AnyRequest): string {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => segment(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return `${base}${path}${search.size === 0 ? '' : `?${search}`}`;
}

/** What an identifier contains can never lead to another endpoint. */
function segment(text: string): string {
  if (/^\.{0,2}$/.test(text)) throw new TypeError(`${JSON.stringify(text)} is not an identifier`);
  return encodeURIComponent(text);
}

export async function send(base: string, route: Described, request: AnyRequest): Promise<unknown> {
  const response = await exchange(base, route, request);
  return response.status === 204 ? undefined : response.json();
}

/** The response itself, where it is no JSON document; refused ones are thrown. */
export async function exchange(base: string, route: Described, request: AnyRequest): Promise<Response> {
  const response = await connect(urlOf(base, route, request), {
    method: route.method,
    credentials: 'same-origin',
    headers: {
      accept: 'application/json',
      ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(request.idempotencyKey === undefined ? {} : { 'idempotency-key': request.idempotencyKey }),
    },
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    ...(request.signal ? { signal: request.signal } : {}),
  });
  if (!response.ok) throw await refusal(response);
  return response;
}

async function connect(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    init.signal?.throwIfAborted();
    if (!(error instanceof TypeError)) throw error;
    throw new ApiError('offline', 'The service does not respond. Check that it is running, and your connection.', {
      status: null,
    });
  }
}

export async function refusal(response: Response): Promise<ApiError> {
  const details = {
    status: response.status,
    requestId: response.headers.get('x-request-id'),
    retryAfterS: Number(response.headers.get('retry-after')) || null,
  };
  try {
    const { error } = (await response.json()) as ErrorBody;
    return new ApiError(error.code, error.message, { ...details, param: error.param ?? null });
  } catch {
    // Of a proxy, not of the service.
    const code: ErrorCode = response.status >= 500 ? 'server_error' : 'invalid_request';
    return new ApiError(code, `The service's response was ${response.status}.`, details);
  }
}
