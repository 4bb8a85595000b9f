import { RequestError } from '../kernel/request-error.ts';
import type { Asking } from './asking.ts';

const crossOrigin = (what: string) =>
  new RequestError('forbidden', `${what} Open the dashboard at its own address, and try again.`);

/**
 * A page of another site may send requests here, and its browser sends our cookie along: only its Origin and Fetch
 * metadata tell. `publicUrl`: where the service says that it is; the address that was asked for is its own as well,
 * since no other site's page has it.
 */
export function refuseForeignPage({ headers, host }: Asking, publicUrl: string): void {
  const { origin } = headers;
  if (origin === undefined) throw crossOrigin('The header Origin is missing.');
  const isOurs =
    URL.canParse(origin) &&
    (new URL(origin).host === host || (URL.canParse(publicUrl) && origin === new URL(publicUrl).origin));
  if (!isOurs) throw crossOrigin(`Pages of ${origin} may not do this.`);
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') throw crossOrigin('This request comes from another site.');
}

/** The same before sign-in. Requests without an Origin come from programs, not from pages, and pass. */
export function refuseForeignPageIfAny(request: Asking, publicUrl: string): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin !== undefined || site !== undefined) refuseForeignPage(request, publicUrl);
}
