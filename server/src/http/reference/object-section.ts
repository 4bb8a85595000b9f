import { codePanel, json } from './code.ts';
import type { Endpoint } from './endpoint-section.ts';
import { type FieldContext, fieldTable } from './fields.ts';
import { html } from './html.ts';
import type { describedObjects } from './schemas.ts';
import type { Section } from './section.ts';

type ObjectName = (typeof describedObjects)[number];

const introductions: Record<ObjectName, string> = {
  Call: 'One call, outbound or inbound. In lists it comes without transcript, summary and analysis.',
  Batch: 'Many calls of one agent. The counts add up to total at every moment.',
  Agent: 'Who talks. Read-only fields are said to be so.',
  Suppression: 'A number that no agent of the account calls any more.',
  Webhook: 'An address that events are posted to. The secret is shown when it is made, and never again.',
  WebhookDelivery: 'One event on its way to one webhook.',
};

/** The fields of a resource, once; endpoints refer here. Its example is what an endpoint answers with. */
export function objectSection(name: ObjectName, endpoints: Endpoint[], context: FieldContext): Section {
  const { schemas } = context;
  const shown = endpoints
    .map(({ operation }) => schemas.success(operation).media)
    .find((media) => media && schemas.nameOf(media.schema) === name);
  return {
    id: `object-${name}`,
    title: `The ${name}`,
    prose: html`<p>${introductions[name]}</p>${fieldTable(schemas.named(name), 'response', context)}`,
    ...(shown ? { code: codePanel(`The ${name}`, json(shown.example)) } : {}),
  };
}
