import type { FastifyRequest } from 'fastify';

/**
 * Where the dashboard has pages; everything else that is unknown stays 404. Its own router decides what is below them.
 */
const PAGES =
  /^\/(?:login|welcome(?:\/[^/]+)?|(?:agents|knowledge|calls|batches|numbers|trunks|analytics|settings)(?:\/.*)?)?$/;

/** Where no program looks for anything else: they answer whatever takes HTML, `curl` without an Accept included. */
const FRONT_DOOR = /^\/(?:login|welcome(?:\/[^/]+)?)?$/;

/** Whether a page of the dashboard is asked for. A program, which has a key or forgot the `/v1`, gets section 7's 404. */
export function isPageRequest(method: string, path: string, headers: FastifyRequest['headers']): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || !PAGES.test(path)) return false;
  const { accept = '*/*', authorization } = headers;
  if (accept.includes('text/html')) return true;
  return authorization === undefined && FRONT_DOOR.test(path) && accept.includes('*/*');
}
