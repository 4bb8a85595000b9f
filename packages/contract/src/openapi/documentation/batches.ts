import type { routes } from '../../routes.ts';
import { exampleBatch } from './examples.ts';
import { type ErrorCase, idempotencyKey, keyOfAnotherBody, type RouteDocumentation } from './route-documentation.ts';

/** In 2030: still to come when somebody sends the example. */
const SCHEDULE_AT = 1_900_000_000;

const noSuchBatch: ErrorCase[] = [
  {
    when: 'There is no such batch in this account.',
    fix: 'Check `batch_id`: it is in the answer to POST /calls/batch.',
    message: `There is no batch ${exampleBatch.batch_id}. The answer to POST /v1/calls/batch held the batch_id.`,
    param: 'batch_id',
  },
];

export const createBatch: RouteDocumentation<typeof routes.createBatch> = {
  tag: 'Batches',
  description: `Accepts 1 to 10 000 recipients, all or none: one bad recipient rejects the batch, and \`param\` names it. The body may have 16 MiB.

The calls wait for the account's limits instead of failing on them. A recipient who is in a live call with the same agent when their turn comes ends \`failed\` with \`end_reason: duplicate\`, one whose number is on the suppression list by then with \`end_reason: blocked\`, and the batch goes on. Subscribe a webhook to \`batch.completed\` to be told of the end.

Send an \`Idempotency-Key\` when you may repeat the request: without one, a repetition is a second batch, and rings everybody again.`,
  requestHeader: { ...idempotencyKey, example: 'reminders-2026-11-21' },
  responseHeaders: ['Location', 'Idempotent-Replayed'],
  request: {
    agent_id: exampleBatch.agent_id,
    recipients: [
      { phone: '+12025550101', variables: { name: 'Maria Lopez', day: 'Friday' } },
      { phone: '+12025550103', variables: { name: 'John Smith', day: 'Monday' } },
    ],
    schedule_at: SCHEDULE_AT,
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
        fix: 'Correct the one that `param` names, and send all again: nobody was called.',
        message:
          'recipients[3].phone: must be in E.164 format: + followed by country code and number, 7 to 15 digits, for example +12025550101',
        param: 'recipients[3].phone',
      },
      {
        when: 'A number stands in the batch twice.',
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
});`,
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
