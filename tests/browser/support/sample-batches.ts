import type { Service } from '../../support/service.ts';

const BUSY = '+12025550102';
const REJECTS = '+12025550105';
const HOUR_S = 3600;

/** Asks until it is as wanted; the test's own time limit ends the waiting. */
async function until<T>(read: () => Promise<T>, isWanted: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await read();
    if (isWanted(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Batches in each state, a webhook and an inbox with deliveries, and suppressed numbers. */
export async function fillWithBatches(service: Service): Promise<{ batchId: string; webhookId: string }> {
  const request = async (method: string, path: string, body?: unknown) => {
    const answer = await service.request(method, path, body === undefined ? {} : { body });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const { data: agents } = await request('GET', '/agents');
  const send = (name: string, phones: string[], scheduleInS?: number) =>
    request('POST', '/calls/batch', {
      agent_id: agents[0].agent_id,
      name,
      recipients: phones.map((phone, no) => ({ phone, variables: { name: ['Maria Lopez', 'John Smith'][no % 2] } })),
      ...(scheduleInS === undefined ? {} : { schedule_at: Math.floor(Date.now() / 1000) + scheduleInS }),
    });
  for (const phone_number of ['+12025550109', '+442071838750']) {
    await request('POST', '/suppressions', { phone_number, reason: 'Wrote to us on Monday.' });
  }
  const inbox = await request('POST', '/../dashboard/api/inbox');
  const { batch_id: batchId } = await send('Reminders for Friday', [BUSY, REJECTS]);
  await until(
    () => request('GET', `/calls/batch/${batchId}`),
    (batch: any) => batch.status === 'completed',
  );
  const waiting = Array.from({ length: 40 }, (_, no) => `+141555510${String(no).padStart(2, '0')}`);
  const paused = await send('Survey of customers', waiting, HOUR_S);
  await request('POST', `/calls/batch/${paused.batch_id}/pause`);
  const canceled = await send('Wrong list', waiting, HOUR_S);
  await request('POST', `/calls/batch/${canceled.batch_id}/cancel`);
  await until(
    () => request('GET', '/../dashboard/api/inbox'),
    ({ total }: any) => total >= 2,
  );
  return { batchId, webhookId: inbox.webhook_id };
}
