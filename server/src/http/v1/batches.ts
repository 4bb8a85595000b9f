import type { routes } from '@parley/contract';
import { cancelBatch, readBatch } from '../../batches/batches.ts';
import { createBatch } from '../../batches/create-batch.ts';
import { RequestError } from '../../kernel/request-error.ts';
import type { EndpointHandler } from '../endpoint.ts';
import type { ApiDependencies } from './dependencies.ts';
import { idempotencyKeyOf, replayHeader } from './idempotency-key.ts';

function noSuchBatch(batchId: string): RequestError {
  const message = `There is no batch ${batchId}. The answer to POST /v1/calls/batch held the batch_id.`;
  return new RequestError('not_found', message, { param: 'batch_id' });
}

export function createBatchEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.createBatch> {
  return async ({ principal, body, headers }) => {
    api.refusePlacing();
    const key = idempotencyKeyOf(headers['idempotency-key']);
    const { batch, replayed } = await createBatch(api.db, api.routing, principal.accountId, body, key);
    if (!replayed) api.wakeDispatcher('batch');
    const location = `${api.publicUrl()}/v1/calls/batch/${batch.batch_id}`;
    return { body: batch, headers: { location, ...replayHeader(replayed) } };
  };
}

export function getBatchEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.getBatch> {
  return async ({ principal, params }) => {
    const batch = await readBatch(api.db, principal.accountId, params.batch_id!);
    if (!batch) throw noSuchBatch(params.batch_id!);
    return { body: batch };
  };
}

export function cancelBatchEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.cancelBatch> {
  return async ({ principal, params }) => {
    const batch = await cancelBatch(api.db, api.finish.jobs, principal.accountId, params.batch_id!);
    if (!batch) throw noSuchBatch(params.batch_id!);
    return { body: batch };
  };
}
