/**
 * Where the dashboard has pages; everything else that is unknown stays 404. Its own router decides what is below them.
 */
const PAGES = /^\/(?:login|welcome(?:\/[^/]+)?|(?:agents|calls|batches|numbers|trunks|analytics|settings)(?:\/.*)?)?$/;

/** Whether a browser opens a page of the dashboard. Programs take JSON, or anything, and get the 404 of section 7. */
export function isPageRequest(method: string, path: string, accept: string | undefined): boolean {
  return (method === 'GET' || method === 'HEAD') && PAGES.test(path) && (accept ?? '').includes('text/html');
}
