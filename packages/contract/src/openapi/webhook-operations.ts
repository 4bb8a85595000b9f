import { z } from 'zod';
import { Batch } from '../batch.ts';
import { CallDetail } from '../call.ts';
import { WebhookEvent, WebhookEventType } from '../webhook.ts';
import type { JsonSchema, Operation, Parameter } from './document-types.ts';
import { exampleBatch, exampleCall, exampleEvent, exampleRingingCall } from './documentation/examples.ts';
import { eventMeanings } from './meanings.ts';
import type { SchemaComponents } from './schema-components.ts';

const WebhookTestMessage = z
  .object({ message: z.string().meta({ description: 'That this is a test' }) })
  .meta({ id: 'WebhookTestMessage', description: 'What a test event carries' });

/** What each event carries. */
const eventData: Record<WebhookEventType, { schema: z.ZodType; example: WebhookEvent['data'] }> = {
  'call.completed': { schema: CallDetail, example: exampleCall },
  'call.failed': {
    schema: CallDetail,
    example: {
      ...exampleRingingCall,
      status: 'failed',
      phase: 'ended',
      ended_at: exampleCall.created_at + 32,
      duration: 0,
      end_reason: 'no_answer',
      ended_by: 'system',
      sip_code: 487,
      outcome: 'no_answer',
      transcript: [],
      summary: 'Nobody answered.',
      analysis: { method: 'rules', warnings: [] },
    },
  },
  'call.initiated': { schema: CallDetail, example: { ...exampleRingingCall, phase: 'queued' } },
  'call.answered': {
    schema: CallDetail,
    example: { ...exampleRingingCall, status: 'active', phase: 'talking', answered_at: exampleCall.answered_at },
  },
  'call.transferred': {
    schema: CallDetail,
    example: { ...exampleCall, phase: 'analyzing', end_reason: 'transferred', ended_by: 'agent' },
  },
  'batch.completed': {
    schema: Batch,
    example: { ...exampleBatch, status: 'completed', queued: 0, in_progress: 0, completed: 221, failed: 29 },
  },
  'webhook.test': { schema: WebhookTestMessage, example: { message: 'This is a test event of Parley.' } },
};

const signatureHeaders: Parameter[] = [
  {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description: "The event's id: the same at every attempt, so that a receiver knows repeats.",
    schema: { type: 'string' },
    example: 'evt_01k9z3x1y3z5a7b9c1d3e5f7g9',
  },
  {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description: 'When this attempt was signed, in Unix seconds. Refuse what is more than five minutes off.',
    schema: { type: 'integer' },
    example: 1763128818,
  },
  {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description:
      'Signatures with a space between, each `v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body`. One of them must match.',
    schema: { type: 'string' },
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  },
];

/** One component for each event, and `WebhookEvent`, which is any of them. */
export function webhookOperations(components: SchemaComponents): {
  operations: Record<string, { post: Operation }>;
  anyEvent: JsonSchema;
} {
  const events = WebhookEventType.options.map((type) => [type, components.add(eventSchema(type))] as const);
  return {
    operations: Object.fromEntries(events.map(([type, schema]) => [type, { post: operation(type, schema) }])),
    anyEvent: { description: 'What is posted to a webhook', oneOf: events.map(([, schema]) => schema) },
  };
}

function eventSchema(type: WebhookEventType): z.ZodType {
  const words = type.split('.').map((word) => `${word[0]!.toUpperCase()}${word.slice(1)}`);
  return WebhookEvent.extend({
    type: z.literal(type),
    data: eventData[type].schema,
  }).meta({ id: `${words.join('')}Event`, description: eventMeanings[type] });
}

function operation(type: WebhookEventType, schema: JsonSchema): Operation {
  return {
    operationId: `on${type.replace(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    tags: ['Webhooks'],
    summary: type,
    description: eventMeanings[type],
    security: [],
    parameters: signatureHeaders,
    requestBody: {
      required: true,
      content: { 'application/json': { schema, example: exampleEvent(type, eventData[type].example) } },
    },
    responses: {
      '2XX': { description: 'Received: within 15 seconds, or it is sent again.' },
      '410': { description: 'The receiver wants no more events: the webhook is disabled.' },
      default: { description: 'Anything else is sent again, up to nine times over three days.' },
    },
  };
}
