import type { routes } from '@parley/contract';
import { erasePerson } from '../../retention/erase-person.ts';
import type { EndpointHandler } from '../endpoint.ts';
import type { ApiDependencies } from './dependencies.ts';

export function erasePersonEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.erasePerson> {
  return async ({ principal, body }) => ({
    body: await erasePerson(api.db, api.recordingsDir, principal, body.phone_number),
  });
}
