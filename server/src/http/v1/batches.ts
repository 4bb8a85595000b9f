import type { Batch, routes } from '@parley/contract';
import { batchResults } from '../../batches/batch-results.ts';
import { cancelBatch, readBatch } from '../../batches/batches.ts';
import { createBatch } from '../../batches/create-batch.ts';
import { listBatches } from '../../batches/list-batches.ts';
import { setPaused } from '../../batches/pause-batch.ts';
import { retryBatch } from '../../batches/retry-batch.ts';
import { RequestError } from '../../kernel/request-error.ts';
import type { EndpointHandler } from '../endpoint.ts';
import type { ApiDependencies } from './dependencies.ts';
import { idempotencyKeyOf, replayHeader } from './idempotency-key.ts';
import { overridingOf } from './overriding.ts';

export function noSuchBatch(batchId: string): RequestError {
  const message = `There is no batch ${batchId}. The response to POST /v1/calls/batch held the batch_id.`;
  return new RequestError('not_found', message, { param: 'batch_id' });
}

function found(batch: Batch | undefined, batchId: string): Batch {
  if (!batch) throw noSuchBatch(batchId);
  return batch;
}

/** What a new batch is responded with, however it was made. */
function created(api: ApiDependencies, { batch, replayed }: { batch: Batch; replayed: boolean }) {
  if (!replayed) api.wakeDispatcher('batch');
  const location = `${api.publicUrl()}/v1/calls/batch/${batch.batch_id}`;
  return { body: batch, headers: { location, ...replayHeader(replayed) } };
}

export function createBatchEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.createBatch> {
  return async ({ principal, body, headers }) => {
    api.refusePlacing();
    const idempotencyKey = idempotencyKeyOf(headers['idempotency-key']);
    const overriding = await overridingOf(api, principal, body);
    return created(api, await createBatch(api.db, api.routes, principal, body, { idempotencyKey, overriding }));
  };
}

export function listBatchesEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.listBatches> {
  return async ({ principal, query }) => ({ body: await listBatches(api.db, principal.accountId, query) });
}

export function getBatchEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.getBatch> {
  return async ({ principal, params }) => {
    const batchId = params.batch_id!;
    return { body: found(await readBatch(api.db, principal.accountId, batchId), batchId) };
  };
}

export function cancelBatchEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.cancelBatch> {
  return async ({ principal, params }) => {
    const batchId = params.batch_id!;
    return { body: found(await cancelBatch(api.db, api.finish.jobs, principal, batchId), batchId) };
  };
}

export function pauseBatchEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.pauseBatch> {
  return async ({ principal, params }) => {
    const batchId = params.batch_id!;
    return { body: found(await setPaused(api.db, principal, batchId, true), batchId) };
  };
}

export function resumeBatchEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.resumeBatch> {
  return async ({ principal, params }) => {
    const batchId = params.batch_id!;
    const batch = found(await setPaused(api.db, principal, batchId, false), batchId);
    api.wakeDispatcher('batch');
    return { body: batch };
  };
}

export function retryBatchEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.retryBatch> {
  return async ({ principal, params, body, headers }) => {
    api.refusePlacing();
    const key = idempotencyKeyOf(headers['idempotency-key']);
    const retried = await retryBatch(api.db, api.routes, principal, params.batch_id!, body, key);
    if (!retried) throw noSuchBatch(params.batch_id!);
    return created(api, retried);
  };
}

export function getBatchResultsEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.getBatchResults> {
  return async ({ principal, params, query }) => {
    const batch = found(await readBatch(api.db, principal.accountId, params.batch_id!), params.batch_id!);
    return { stream: batchResults(api.db, batch, query.format ?? 'json') };
  };
}
