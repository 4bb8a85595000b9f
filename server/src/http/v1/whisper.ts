import type { routes } from '@parley/contract';
import type { EndpointHandler } from '../endpoint.ts';
import type { ApiDependencies } from './dependencies.ts';

export function whisperEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.whisper> {
  return async ({ principal, params, body }) => {
    await api.control.whisper(principal, params.call_id!, body.text);
    return { body: undefined };
  };
}
