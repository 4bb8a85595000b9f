import type { Route } from '@parley/contract';
import { type RequestOf, type ResponseOf, send } from './request.ts';

/** An endpoint of the public interface, as the signed-in user: `v1(routes.getAgent, { params: { agent_id }, signal })`. */
export function v1<R extends Route>(route: R, request: RequestOf<R>): Promise<ResponseOf<R>> {
  return send('/v1', route, request) as Promise<ResponseOf<R>>;
}
