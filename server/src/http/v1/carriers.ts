import type { routes } from '@parley/contract';
import { audit } from '../../audit/audit.ts';
import { asTest } from '../../db/test-quota.ts';
import {
  changeCarrier,
  createCarrier,
  deleteCarrier,
  getCarrier,
  listCarriers,
} from '../../trunks/carrier-accounts.ts';
import type { EndpointHandler } from '../endpoint.ts';
import type { ApiDependencies } from './dependencies.ts';

type Routes = typeof routes;

export function listCarriersEndpoint(api: ApiDependencies): EndpointHandler<Routes['listCarriers']> {
  return async ({ principal }) => {
    const carriers = await listCarriers(api.db, principal.accountId);
    return { body: { data: carriers, total: carriers.length } };
  };
}

export function createCarrierEndpoint(api: ApiDependencies): EndpointHandler<Routes['createCarrier']> {
  return async ({ principal, body }) => {
    const carrier = await createCarrier(api.db, api.sealing, principal, body);
    return { body: carrier, headers: { location: `${api.publicUrl()}/v1/carriers/${carrier.carrier_id}` } };
  };
}

export function getCarrierEndpoint(api: ApiDependencies): EndpointHandler<Routes['getCarrier']> {
  return async ({ principal, params }) => ({
    body: await getCarrier(api.db, principal.accountId, params.carrier_id!),
  });
}

export function updateCarrierEndpoint(api: ApiDependencies): EndpointHandler<Routes['updateCarrier']> {
  return async ({ principal, params, body }) => ({
    body: await changeCarrier(api.db, api.sealing, principal, params.carrier_id!, body),
  });
}

export function deleteCarrierEndpoint(api: ApiDependencies): EndpointHandler<Routes['deleteCarrier']> {
  return async ({ principal, params }) => {
    await deleteCarrier(api.db, principal, params.carrier_id!);
    return { body: undefined };
  };
}

export function testCarrierEndpoint(api: ApiDependencies): EndpointHandler<Routes['testCarrier']> {
  return async ({ principal, params }) => {
    const { accountId } = principal;
    const { kind, carrier_id: carrierId } = await getCarrier(api.db, accountId, params.carrier_id!);
    return asTest(api.db, { tested: 'carrier', accountId }, async () => {
      await api.db.transaction((tx) => audit(tx, principal, { action: 'carrier.tested', target: carrierId }));
      return { body: await api.testCarrier({ kind, carrierId }) };
    });
  };
}
