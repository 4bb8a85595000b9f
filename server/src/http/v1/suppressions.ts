import type { routes } from '@parley/contract';
import { listSuppressions } from '../../compliance/list-suppressions.ts';
import { addSuppression, findSuppression, removeSuppression } from '../../compliance/suppressions.ts';
import { RequestError } from '../../kernel/request-error.ts';
import type { EndpointHandler } from '../endpoint.ts';
import type { ApiDependencies } from './dependencies.ts';

function noSuchSuppression(suppressionId: string): RequestError {
  const message = `There is no suppression ${suppressionId}. GET /v1/suppressions lists yours.`;
  return new RequestError('not_found', message, { param: 'suppression_id' });
}

export function listSuppressionsEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.listSuppressions> {
  return async ({ principal, query }) => ({ body: await listSuppressions(api.db, principal.accountId, query) });
}

export function createSuppressionEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.createSuppression> {
  return async ({ principal, body }) => {
    const { suppression, added } = await addSuppression(api.db, principal, {
      phone: body.phone_number,
      reason: body.reason ?? null,
    });
    const location = `${api.publicUrl()}/v1/suppressions/${suppression.suppression_id}`;
    return { body: suppression, headers: { location }, wasPresent: !added };
  };
}

export function getSuppressionEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.getSuppression> {
  return async ({ principal, params }) => {
    const suppression = await findSuppression(api.db, principal.accountId, params.suppression_id!);
    if (!suppression) throw noSuchSuppression(params.suppression_id!);
    return { body: suppression };
  };
}

export function deleteSuppressionEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.deleteSuppression> {
  return async ({ principal, params }) => {
    const removed = await removeSuppression(api.db, principal, params.suppression_id!);
    if (!removed) throw noSuchSuppression(params.suppression_id!);
    return { body: undefined };
  };
}
