import type { Evidence } from './evidence.ts';
import type { Violation } from './violation.ts';

/** Each event that is due: received at least once, always with the same id; or on its way to another attempt. */
export function* judgeWebhooks({ stored, batches, events, awaited, askedBatches }: Evidence): Iterable<Violation> {
  const ids = Map.groupBy(events.keys(), (id) => {
    const { type, subject } = events.get(id)!;
    return `${type} ${subject}`;
  });
  const canceled = new Set(batches.filter(({ status }) => status === 'canceled').map((batch) => batch.batch_id));
  const batchIds = askedBatches.flatMap(({ batchId }) => (batchId === null || canceled.has(batchId) ? [] : [batchId]));
  const ended = stored.filter(({ state }) => state === 'ended');
  const expected = [
    ...ended.map(({ callId, status }) => `call.${status} ${callId}`),
    ...ended.filter(({ dispatchedMs }) => dispatchedMs !== null).map(({ callId }) => `call.initiated ${callId}`),
    ...ended.filter(({ answeredMs }) => answeredMs !== null).map(({ callId }) => `call.answered ${callId}`),
    ...batchIds.map((batchId) => `batch.completed ${batchId}`),
  ];
  for (const { callId, status } of ended) {
    const other = ids.get(`call.${status === 'completed' ? 'failed' : 'completed'} ${callId}`);
    if (other)
      yield { fault: 'webhook event with several ids', detail: `${callId}, ${status}, was reported otherwise` };
  }
  for (const event of expected) {
    const found = ids.get(event) ?? [];
    if (found.length > 1) yield { fault: 'webhook event with several ids', detail: `${event}: ${found.join(', ')}` };
    if (found.length === 0 && !awaited.has(event)) yield { fault: 'webhook event lost', detail: event };
  }
}
