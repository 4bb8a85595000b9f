import type { routes } from '@parley/contract';
import { audit } from '../../audit/audit.ts';
import { asTest } from '../../db/test-quota.ts';
import { listPrices, setPrices } from '../../prices/prices.ts';
import {
  changeProvider,
  createProvider,
  deleteProvider,
  findProvider,
  listProviders,
  noSuchProvider,
} from '../../providers/providers.ts';
import type { EndpointHandler } from '../endpoint.ts';
import { refusePrivateUrl } from '../refuse-private-url.ts';
import type { ApiDependencies } from './dependencies.ts';

type Routes = typeof routes;

export function listProvidersEndpoint(api: ApiDependencies): EndpointHandler<Routes['listProviders']> {
  return async ({ principal }) => {
    const providers = await listProviders(api.db, principal.accountId);
    return { body: { data: providers, total: providers.length } };
  };
}

const refusePrivateBase = (api: ApiDependencies, { base_url: url }: { base_url?: string | null | undefined }) =>
  refusePrivateUrl('base_url', url, api.allowPrivateProviders, 'PARLEY_ALLOW_PRIVATE_PROVIDERS');

export function createProviderEndpoint(api: ApiDependencies): EndpointHandler<Routes['createProvider']> {
  return async ({ principal, body }) => {
    await refusePrivateBase(api, body);
    const provider = await createProvider(api.db, api.sealing, principal, body);
    return { body: provider, headers: { location: `${api.publicUrl()}/v1/providers/${provider.provider_id}` } };
  };
}

export function getProviderEndpoint(api: ApiDependencies): EndpointHandler<Routes['getProvider']> {
  return async ({ principal, params }) => {
    const provider = await findProvider(api.db, principal.accountId, params.provider_id!);
    if (!provider) throw noSuchProvider(params.provider_id!);
    return { body: provider };
  };
}

export function updateProviderEndpoint(api: ApiDependencies): EndpointHandler<Routes['updateProvider']> {
  return async ({ principal, params, body }) => {
    await refusePrivateBase(api, body);
    return { body: await changeProvider(api.db, api.sealing, principal, params.provider_id!, body) };
  };
}

export function deleteProviderEndpoint(api: ApiDependencies): EndpointHandler<Routes['deleteProvider']> {
  return async ({ principal, params }) => {
    await deleteProvider(api.db, principal, params.provider_id!);
    return { body: undefined };
  };
}

export function testProviderEndpoint(api: ApiDependencies): EndpointHandler<Routes['testProvider']> {
  return async ({ principal, params, body }) => {
    const { accountId } = principal;
    const connection = await api.connections.find(api.db, accountId, params.provider_id!);
    if (!connection) throw noSuchProvider(params.provider_id!);
    return asTest(api.db, { tested: 'provider', accountId }, async () => {
      await api.db.transaction((tx) =>
        audit(tx, principal, { action: 'provider.tested', target: params.provider_id!, after: body }),
      );
      return { body: await api.tryVendor.testOf(connection, body) };
    });
  };
}

export function listVoicesEndpoint(api: ApiDependencies): EndpointHandler<Routes['listVoices']> {
  return async ({ principal }) => ({ body: await api.offers.voices(api.db, principal.accountId) });
}

export function listModelsEndpoint(api: ApiDependencies): EndpointHandler<Routes['listModels']> {
  return async ({ principal }) => ({ body: await api.offers.models(api.db, principal.accountId) });
}

export function listPricesEndpoint(api: ApiDependencies): EndpointHandler<Routes['listPrices']> {
  return async ({ principal }) => ({ body: await listPrices(api.db, principal.accountId) });
}

export function setPricesEndpoint(api: ApiDependencies): EndpointHandler<Routes['setPrices']> {
  return async ({ principal, body }) => {
    const today = new Date().toISOString().slice(0, 10);
    return { body: await setPrices(api.db, principal, body, today) };
  };
}
