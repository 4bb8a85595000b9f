import type { WebhookEventType } from '../webhook.ts';
import { WebhookEvent } from '../webhook-event.ts';
import type { JsonSchema, Operation, Parameter } from './document-types.ts';
import { exampleEvent } from './documentation/examples/example-webhooks.ts';
import { eventMeanings } from './meanings.ts';
import type { SchemaComponents } from './schema-components.ts';

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

/** One for each event; the schemas go into the components, and `WebhookEvent`, which is any of them. */
export function webhookOperations(components: SchemaComponents): Record<string, { post: Operation }> {
  components.add(WebhookEvent);
  return Object.fromEntries(
    WebhookEvent.options.map((event) => {
      const type = event.shape.type.value;
      return [type, { post: operation(type, components.add(event)) }];
    }),
  );
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
      content: { 'application/json': { schema, example: exampleEvent(type) } },
    },
    responses: {
      '2XX': { description: 'Received: within 15 seconds, or it is sent again.' },
      '410': { description: 'The receiver wants no more events: the webhook is disabled.' },
      default: { description: 'Anything else is sent again, up to nine times over three days.' },
    },
  };
}
