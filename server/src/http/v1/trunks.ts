import type { routes } from '@parley/contract';
import { trunkPresets } from '../../trunks/presets/trunk-presets.ts';
import { changeTrunk, createTrunk, deleteTrunk, findTrunk, listTrunks, noSuchTrunk } from '../../trunks/trunks.ts';
import type { EndpointHandler } from '../endpoint.ts';
import type { ApiDependencies } from './dependencies.ts';

const trunkChanging = ({ trunkPlaces: places, sealing }: ApiDependencies) => ({ places, sealing });

export function listTrunksEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.listTrunks> {
  return async ({ principal }) => {
    const trunks = await listTrunks(api.db, principal.accountId);
    return { body: { data: trunks, total: trunks.length } };
  };
}

export function listTrunkPresetsEndpoint(): EndpointHandler<typeof routes.listTrunkPresets> {
  return async () => ({ body: { data: [...trunkPresets], total: trunkPresets.length } });
}

export function createTrunkEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.createTrunk> {
  return async ({ principal, body }) => {
    const trunk = await createTrunk(api.db, principal, body, trunkChanging(api));
    await api.trunkPlaces.refresh();
    return { body: trunk, headers: { location: `${api.publicUrl()}/v1/trunks/${trunk.trunk_id}` } };
  };
}

export function getTrunkEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.getTrunk> {
  return async ({ principal, params }) => {
    const trunk = await findTrunk(api.db, principal.accountId, params.trunk_id!);
    if (!trunk) throw noSuchTrunk(params.trunk_id!);
    return { body: trunk };
  };
}

export function updateTrunkEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.updateTrunk> {
  return async ({ principal, params, body }) => {
    const trunk = await changeTrunk(api.db, principal, params.trunk_id!, body, trunkChanging(api));
    await api.trunkPlaces.refresh();
    return { body: trunk };
  };
}

export function deleteTrunkEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.deleteTrunk> {
  return async ({ principal, params }) => {
    await deleteTrunk(api.db, principal, params.trunk_id!);
    await api.trunkPlaces.refresh();
    return { body: undefined };
  };
}
