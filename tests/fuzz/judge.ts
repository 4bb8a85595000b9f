import { type Route, routes } from '@parley/contract';
import type { FuzzAnswer } from './answer.ts';
import { operationAt } from './documented-operations.ts';
import type { Expectation, HttpRequest } from './fuzz-request.ts';

/** Section 7, written down once more: what the service says is held against this, not against its own table. */
const codes: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  422: 'unprocessable',
  429: 'rate_limited',
};
/** Public paths beside the endpoints. */
const publicPath = /^\/(healthz|readyz|docs|v1\/openapi\.json)(\?|$)/;

/** What is wrong with an answer, whatever was asked; nothing, if all is well. */
export function complaintsAbout(answer: FuzzAnswer, isHead = false): string[] {
  return [...headerComplaints(answer), ...(answer.status >= 400 && !isHead ? errorComplaints(answer) : [])];
}

/** What is wrong with the answer to this request. */
export function complaintsAboutAnswerTo(request: HttpRequest, answer: FuzzAnswer): string[] {
  const isHead = request.method === 'HEAD';
  return [
    ...complaintsAbout(answer, isHead),
    ...(answer.status < 400 && !isHead ? successComplaints(request, answer) : []),
    ...(isHead && answer.body.length > 0 ? ['HEAD is answered with a body'] : []),
    ...expectationComplaints(request.expectation, answer, isHead),
  ];
}

function headerComplaints({ status, headers }: FuzzAnswer): string[] {
  const complaints: string[] = [];
  const demand = (name: string, pattern: RegExp) => {
    if (!pattern.test(headers[name] ?? '')) complaints.push(`the header ${name} is ${headers[name]}`);
  };
  demand('x-request-id', /^[\w-]{8,}$/);
  for (const name of ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset']) demand(name, /^\d+$/);
  if (status === 401) demand('www-authenticate', /^Bearer$/);
  if (status === 429) demand('retry-after', /^[1-9]\d*$/);
  return complaints;
}

function errorComplaints({ status, headers, body }: FuzzAnswer): string[] {
  const complaints: string[] = [];
  if (status >= 500) complaints.push(`the status is ${status}`);
  else if (codes[status] === undefined) complaints.push(`the status ${status} is not in section 7`);
  if (!/^application\/json(;|$)/.test(headers['content-type'] ?? '')) {
    complaints.push(`the content type of an error is ${headers['content-type']}`);
  }
  const parsed = jsonOf(body);
  const { error, ...besideError } = (isObject(parsed) ? parsed : {}) as Record<string, unknown>;
  if (!isObject(error)) return [...complaints, 'the body of an error has no object `error`'];
  const { code, message, param, ...besideThose } = error;
  if (codes[status] !== undefined && code !== codes[status])
    complaints.push(`error.code is ${String(code)} at ${status}`);
  if (typeof message !== 'string' || !/\S/.test(message)) complaints.push('error.message is no text');
  if ('param' in error && typeof param !== 'string') complaints.push(`error.param is ${JSON.stringify(param)}`);
  const more = [...Object.keys(besideError), ...Object.keys(besideThose)];
  if (more.length > 0) complaints.push(`the body of an error holds more: ${more.join(', ')}`);
  return complaints;
}

function successComplaints(request: HttpRequest, { status, headers, body }: FuzzAnswer): string[] {
  const operation = operationAt(request.method, request.target);
  if (!operation) {
    const isPublic = request.method === 'GET' && publicPath.test(request.target) && status === 200;
    return isPublic ? [] : [`the status is ${status} where there is no endpoint`];
  }
  const { success, csv, isStream, file } = (routes as Record<string, Route>)[operation.name]!;
  if (status !== success.status && status !== success.statusIfPresent)
    return [`${operation.name} is answered with ${status} instead of ${success.status}`];
  if (file !== undefined)
    return headers['content-type'] === file.type ? [] : ['the content type is not that of the file'];
  if (!success.body) return body.length === 0 ? [] : [`${operation.name} is answered with a body`];
  if (csv !== undefined && headers['content-type'] === 'text/csv; charset=utf-8') return [];
  if (isStream)
    return /^retry: \d+\nid: \d+\n\n/.test(body.toString()) ? [] : ['the stream does not begin as it should'];
  if (!/^application\/json(;|$)/.test(headers['content-type'] ?? '')) return ['the content type is not JSON'];
  const parsed = success.body.safeParse(jsonOf(body));
  if (parsed.success) return [];
  return parsed.error.issues.map((issue) => `${operation.name}: ${issue.path.join('.')}: ${issue.message}`);
}

function expectationComplaints(expectation: Expectation, { status, body }: FuzzAnswer, isHead: boolean): string[] {
  // 429 comes before the rest of the request is looked at.
  if (expectation.kind === 'any' || status === 429) return [];
  if (expectation.kind === 'accepted') {
    return [400, 401, 403].includes(status) ? [`a valid request is answered with ${status}`] : [];
  }
  if (status !== expectation.status) return [`the status is ${status} instead of ${expectation.status}`];
  if (expectation.param === undefined || isHead) return [];
  const { param } = (jsonOf(body) as { error?: { param?: unknown } } | undefined)?.error ?? {};
  return param === expectation.param ? [] : [`error.param is ${String(param)} instead of ${expectation.param}`];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value, or undefined when it is no JSON in UTF-8. */
export function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body));
  } catch {
    return undefined;
  }
}
