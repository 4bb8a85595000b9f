import type { routes } from '@parley/contract';
import { RequestError } from '../../kernel/request-error.ts';
import {
  changeSoftphone,
  createSoftphone,
  deleteSoftphone,
  listSoftphones,
  readSoftphone,
} from '../../softphones/softphones.ts';
import type { EndpointHandler } from '../endpoint.ts';
import type { ApiDependencies } from './dependencies.ts';

export function listSoftphonesEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.listSoftphones> {
  return async ({ principal }) => ({ body: await listSoftphones(api.db, principal.accountId) });
}

export function createSoftphoneEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.createSoftphone> {
  return async ({ principal, body }) => {
    const softphone = await createSoftphone(api.db, principal, body);
    const { host, port } = api.sipAddress;
    return { body: { ...softphone, registrar: `${host}:${port}` } };
  };
}

export function getSoftphoneEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.getSoftphone> {
  return async ({ principal, params }) => {
    const softphoneId = params.softphone_id!;
    const softphone = await readSoftphone(api.db, principal.accountId, softphoneId);
    if (!softphone) throw noSuchSoftphone(softphoneId);
    return { body: softphone };
  };
}

export function updateSoftphoneEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.updateSoftphone> {
  return async ({ principal, params, body }) => {
    const softphoneId = params.softphone_id!;
    const softphone = await changeSoftphone(api.db, principal, softphoneId, body);
    if (!softphone) throw noSuchSoftphone(softphoneId);
    return { body: softphone };
  };
}

export function deleteSoftphoneEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.deleteSoftphone> {
  return async ({ principal, params }) => {
    const softphoneId = params.softphone_id!;
    if (!(await deleteSoftphone(api.db, principal, softphoneId))) throw noSuchSoftphone(softphoneId);
    return { body: undefined };
  };
}

function noSuchSoftphone(softphoneId: string): RequestError {
  const message = `There is no softphone ${softphoneId}. GET /v1/softphones lists yours.`;
  return new RequestError('not_found', message, { param: 'softphone_id' });
}
