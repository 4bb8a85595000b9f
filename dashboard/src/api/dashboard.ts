import type { DashboardRoute } from '@parley/contract';
import { exchange, type RequestOf, type ResponseOf, send, urlOf } from './request.ts';

/** An endpoint that only the dashboard has: `dashboard(dashboardRoutes.getSession, { signal })`. */
export function dashboard<R extends DashboardRoute>(route: R, request: RequestOf<R>): Promise<ResponseOf<R>> {
  return send('/dashboard/api', route, request) as Promise<ResponseOf<R>>;
}

/** A response that is not JSON: audio, or lines that are streamed. */
export function dashboardResponse<R extends DashboardRoute>(route: R, request: RequestOf<R>): Promise<Response> {
  return exchange('/dashboard/api', route, request);
}

/** The address of what is no JSON, for a link, a download or an audio element. */
export function dashboardUrl<R extends DashboardRoute>(route: R, request: RequestOf<R>): string {
  return urlOf('/dashboard/api', route, request);
}
