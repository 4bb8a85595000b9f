import type { routes } from '../../routes.ts';
import { exampleBatch, exampleResult } from './examples/example-batches.ts';
import { type ErrorCase, idempotencyKey, keyOfAnotherBody, type RouteDocumentation } from './route-documentation.ts';

/** In 2030: in the future when a reader sends the example. */
const SCHEDULE_AT = 1_900_000_000;

const noSuchBatch: ErrorCase[] = [
  {
    when: 'There is no such batch in this account.',
    fix: 'Check `batch_id`: it is in the response to POST /calls/batch.',
    message: `There is no batch ${exampleBatch.batch_id}. The response to POST /v1/calls/batch held the batch_id.`,
    param: 'batch_id',
  },
];

export const createBatch: RouteDocumentation<typeof routes.createBatch> = {
  tag: 'Batches',
  description: `Accepts 1 to 10 000 recipients, all or none: one bad recipient rejects the batch, and \`param\` names it. The body may have 16 MiB.

The calls wait for the account's limits instead of failing on them. A recipient who is in a live call with the same agent when their turn comes ends \`failed\` with \`end_reason: duplicate\`, one whose number is on the suppression list by then with \`end_reason: blocked\`, and the batch goes on. Subscribe a webhook to \`batch.completed\` to learn of the end.

Send an \`Idempotency-Key\` when you may repeat the request: without one, a repetition is a second batch, and calls all recipients again.`,
  requestHeader: { ...idempotencyKey, example: 'reminders-2026-11-21' },
  responseHeaders: ['Location', 'Idempotent-Replayed'],
  request: {
    agent_id: exampleBatch.agent_id,
    recipients: [
      { phone: '+12025550101', variables: { name: 'Maria Lopez', day: 'Friday' } },
      { phone: '+12025550103', variables: { name: 'John Smith', day: 'Monday' } },
    ],
    schedule_at: SCHEDULE_AT,
    name: exampleBatch.name,
  },
  response: {
    ...exampleBatch,
    status: 'scheduled',
    schedule_at: SCHEDULE_AT,
    total: 2,
    queued: 2,
    in_progress: 0,
    completed: 0,
    failed: 0,
  },
  errors: {
    invalid_request: [
      {
        when: 'A recipient is malformed.',
        fix: 'Correct the one that `param` names, and send all again: no call was placed.',
        message:
          'recipients[3].phone: must be in E.164 format: + followed by country code and number, 7 to 15 digits, for example +12025550101',
        param: 'recipients[3].phone',
      },
      {
        when: 'A number is in the batch twice.',
        fix: 'Send each number once.',
        message: 'recipients[3].phone is the same number as recipients[0].phone.',
        param: 'recipients[3].phone',
      },
      {
        when: '`schedule_at` is more than 60 s in the past.',
        fix: 'Leave it out to call now. It is in seconds, not milliseconds.',
        message: 'schedule_at: is more than 60 s in the past; leave it out to call now',
        param: 'schedule_at',
      },
    ],
    not_found: [
      {
        when: 'There is no such agent in this account.',
        fix: 'Take an `agent_id` out of GET /agents.',
        message: `There is no agent ${exampleBatch.agent_id}. GET /v1/agents lists yours.`,
        param: 'agent_id',
      },
    ],
    unprocessable: [
      {
        when: 'The agent is not active.',
        fix: 'Activate it with PATCH /agents/{agent_id}.',
        message: `Agent ${exampleBatch.agent_id} is not active. Activate it with PATCH /v1/agents/${exampleBatch.agent_id} {"status": "active"}.`,
        param: 'agent_id',
      },
      {
        when: 'A text of the agent asks for a variable that a recipient has not.',
        fix: 'Give it to the recipient, or a default in the agent.',
        message:
          "The agent's texts ask for {{name}}, and neither the request nor the agent's own variables give it a value.",
        param: 'recipients[3].variables.name',
      },
      keyOfAnotherBody,
    ],
  },
  client: `const batch = await parley.batches.create({
  agent_id: '${exampleBatch.agent_id}',
  recipients: [
    { phone: '+12025550101', variables: { name: 'Maria Lopez', day: 'Friday' } },
    { phone: '+12025550103', variables: { name: 'John Smith', day: 'Monday' } },
  ],
  schedule_at: ${SCHEDULE_AT},
  name: '${exampleBatch.name}',
});`,
};

export const listBatches: RouteDocumentation<typeof routes.listBatches> = {
  tag: 'Batches',
  description: 'Batches of the account, newest first. `limit` and `offset` page through them while `has_more` is true.',
  query: { limit: '20', status: 'in_progress' },
  response: { data: [exampleBatch], total: 1, total_exact: true, limit: 20, offset: 0, has_more: false },
  errors: {},
  client: `for await (const batch of parley.batches.list({ status: 'in_progress' })) {
  console.log(batch.name, batch.completed + batch.failed, 'of', batch.total);
}`,
};

export const getBatch: RouteDocumentation<typeof routes.getBatch> = {
  tag: 'Batches',
  description:
    'How far a batch is: `queued` + `in_progress` + `completed` + `failed` is `total` at every moment. GET /calls?batch_id=… lists its calls.',
  response: exampleBatch,
  errors: { not_found: noSuchBatch },
  client: `const batch = await parley.batches.get('${exampleBatch.batch_id}');`,
};

export const cancelBatch: RouteDocumentation<typeof routes.cancelBatch> = {
  tag: 'Batches',
  description:
    'Ends the calls that have not begun, as `failed` with `end_reason: canceled`. Live calls go on to their end. A batch that is over stays as it is.',
  response: { ...exampleBatch, status: 'canceled', queued: 0, failed: exampleBatch.failed + exampleBatch.queued },
  errors: { not_found: noSuchBatch },
  client: `await parley.batches.cancel('${exampleBatch.batch_id}');`,
};

const over: ErrorCase = {
  when: 'The batch is completed or canceled.',
  fix: 'Nothing of it is left to wait. POST /calls/batch/{batch_id}/retry calls again.',
  message: `Batch ${exampleBatch.batch_id} is completed: none of its calls is left.`,
  param: 'batch_id',
};

export const pauseBatch: RouteDocumentation<typeof routes.pauseBatch> = {
  tag: 'Batches',
  description:
    'From the response on, no further call of the batch begins, until it is resumed; calls that have begun go on to their end. It stays paused over a restart. A batch that waits for its time can be paused, too. Pausing a paused batch changes nothing.',
  response: { ...exampleBatch, paused: true },
  errors: { not_found: noSuchBatch, unprocessable: [over] },
  client: `await parley.batches.pause('${exampleBatch.batch_id}');`,
};

export const resumeBatch: RouteDocumentation<typeof routes.resumeBatch> = {
  tag: 'Batches',
  description:
    'The calls that have not begun are sent again as the limits of the account permit, at once when `schedule_at` has passed. Resuming a batch that is not paused changes nothing.',
  response: exampleBatch,
  errors: { not_found: noSuchBatch, unprocessable: [over] },
  client: `await parley.batches.resume('${exampleBatch.batch_id}');`,
};

const RETRIED_ID = 'batch_01k9z5m2n4p6q8r0s2t4v6w8x0';

export const retryBatch: RouteDocumentation<typeof routes.retryBatch> = {
  tag: 'Batches',
  description: `Makes a new batch of those recipients whose call is over and ended in one of \`end_reasons\`, with the same variables and the same agent as it is now. \`retry_of\` names the batch that they come from, which stays as it is. Left out are recipients who were erased, and those whose variables are older than the account keeps them: \`total\` says how many are called.

Left out, \`end_reasons\` are those that may go better the next time: not \`blocked\`, \`invalid_number\` and \`canceled\`. Name \`voicemail\` to call those again who were not there.

Send an \`Idempotency-Key\` when you may repeat the request: without one, a repetition calls all recipients again.`,
  requestHeader: { ...idempotencyKey, example: 'reminders-2026-11-21-again' },
  responseHeaders: ['Location', 'Idempotent-Replayed'],
  request: { end_reasons: ['no_answer', 'busy'], schedule_at: SCHEDULE_AT },
  response: {
    ...exampleBatch,
    batch_id: RETRIED_ID,
    status: 'scheduled',
    total: 19,
    queued: 19,
    in_progress: 0,
    completed: 0,
    failed: 0,
    schedule_at: SCHEDULE_AT,
    retry_of: exampleBatch.batch_id,
  },
  errors: {
    not_found: noSuchBatch,
    unprocessable: [
      {
        when: 'No call of the batch has ended so.',
        fix: 'Wait for its calls, or name other `end_reasons`.',
        message: `No call of batch ${exampleBatch.batch_id} has ended no_answer or busy.`,
        param: 'end_reasons',
      },
      {
        when: 'All who would be called were erased, or their variables are older than the account keeps them.',
        fix: 'Send a new batch with the recipients.',
        message: `No recipient is left to call: the calls of batch ${exampleBatch.batch_id} that ended no_answer or busy (19) were erased, or their variables are older than the account keeps them. Send a new batch with the recipients.`,
        param: 'end_reasons',
      },
      {
        when: 'The agent is not active any more.',
        fix: 'Activate it with PATCH /agents/{agent_id}.',
        message: `Agent ${exampleBatch.agent_id} is not active. Activate it with PATCH /v1/agents/${exampleBatch.agent_id} {"status": "active"}.`,
        param: 'agent_id',
      },
      keyOfAnotherBody,
    ],
  },
  client: `const again = await parley.batches.retry('${exampleBatch.batch_id}', { end_reasons: ['no_answer', 'busy'] });`,
};

export const getBatchResults: RouteDocumentation<typeof routes.getBatchResults> = {
  tag: 'Batches',
  description: `What came of each recipient, in the order in which they were given; of a batch that is not over, as far as it is known. The response is sent while it is read, so it may be long.

With \`format=csv\` it is a table for spreadsheets: UTF-8 with a byte order mark, a comma between cells, a line of names first, times as \`2025-11-14T14:00:04Z\`, and a column \`variables.name\` for each variable; where there are more than 100 of them, one column \`variables\` with JSON. A cell that a spreadsheet would take for a formula, which every number in E.164 format is, has a ' in front.`,
  query: { format: 'json' },
  response: { data: [exampleResult], total: 1 },
  csv: `call_id,recipient_phone,status,end_reason,answered_by,outcome,sentiment,duration,answered_at,ended_at,summary,variables.name,variables.day\r
${exampleResult.call_id},'+12025550101,completed,user_hangup,human,confirmed,positive,15,2025-11-14T14:00:04Z,2025-11-14T14:00:19Z,Maria Lopez confirmed her appointment on Friday.,Maria Lopez,Friday\r
`,
  errors: { not_found: noSuchBatch },
  client: `const { data: results } = await parley.batches.results('${exampleBatch.batch_id}');
const table = await parley.batches.resultsAsCsv('${exampleBatch.batch_id}');`,
};
