import type { JsonSchema } from '@parley/contract';
import fc from 'fast-check';
import { resolved } from './documented-operations.ts';
import { OWN_NUMBER, quietPhones } from './quiet-phones.ts';
import { reference } from './references.ts';

/** Nothing listens on the discard port of this host: a delivery fails at once. */
const CLOSED_URL = 'http://127.0.0.1:9/events';
const YEAR_2100_S = 4_102_444_800;

const DAY = { type: 'object', properties: { day: { type: 'string' } }, required: ['day'] };

const references = fc.nat(1000);
const phones = fc.constantFrom(...quietPhones);

/** Schemas of what is read out of a call: one that is made up would be no JSON Schema. */
const extractions = [
  { type: 'object' },
  {
    type: 'object',
    properties: { day: { type: ['string', 'null'] }, guests: { type: 'integer', minimum: 1 } },
    required: ['day'],
    additionalProperties: false,
  },
  {
    type: 'object',
    properties: { from: { $ref: '#/$defs/code' }, to: { $ref: '#/$defs/code' } },
    $defs: { code: { type: 'string', pattern: '^[A-Z]{2}-\\d+$' } },
  },
];

/** Values of fields that a schema alone would fill with numbers that ring people, dial at once or do not exist. */
const byField: Record<string, fc.Arbitrary<unknown>> = {
  agent_id: fc.oneof(
    { weight: 8, arbitrary: references.map((index) => reference('agent', index)) },
    { weight: 1, arbitrary: fc.constant(`agent_${'0'.repeat(26)}`) },
  ),
  recipient_phone: phones,
  phone: phones,
  from_number: fc.constantFrom(OWN_NUMBER, OWN_NUMBER, ...quietPhones),
  schedule_at: fc.integer({ min: YEAR_2100_S, max: 253_402_300_799 }),
  url: fc.nat(100).map((path) => `${CLOSED_URL}/${path}`),
  recipients: fc.uniqueArray(
    fc.record(
      { phone: phones, variables: fc.dictionary(fc.constantFrom('name', 'day'), fc.string({ unit: 'grapheme' })) },
      { requiredKeys: ['phone'], noNullPrototype: true },
    ),
    { minLength: 1, maxLength: 2, selector: ({ phone }) => phone },
  ),
  extraction: fc.constantFrom(null, ...extractions),
  // The document cannot say that a price is in the list once, and that its date is one of the calendar.
  priced_on: fc.constantFrom('2026-11-21', '2024-02-29'),
  // A trunk is sent packets: only to this host, where nothing listens on the discard port.
  host: fc.constant('127.0.0.1'),
  port: fc.constant(9),
  fallback_trunk_id: fc.constant(null),
  outbound_proxy: fc.constantFrom(null, '127.0.0.1:9', '[::1]:9'),
  codecs: fc.uniqueArray(fc.constantFrom('opus', 'g722', 'pcmu', 'pcma'), { minLength: 1 }),
  inbound_addresses: fc.uniqueArray(fc.constantFrom('127.0.0.9', '192.0.2.7', '198.51.100.0/24', '2001:db8::/64'), {
    maxLength: 2,
  }),
  // A provider is asked what it has: a server of this host, and no vendor.
  vendor: fc.constant('openai-compatible'),
  base_url: fc.constantFrom('http://127.0.0.1:2/v1', 'ws://127.0.0.1:2'),
  // What the schema cannot say of the parts of a tool.
  parameters: fc.constantFrom(
    { type: 'object', properties: {} },
    { type: 'object', properties: { day: { type: 'string', enum: ['today'] } }, required: ['day'] },
  ),
  headers: fc.constantFrom(
    [],
    [{ name: 'x-call', value: '{{call_id}}' }],
    [{ name: 'authorization', value: 'Bearer x', secret: true }],
  ),
  tools: fc.constantFrom(
    [],
    [{ type: 'send_dtmf' }],
    [{ type: 'http', name: 'find', description: 'Finds.', url: `${CLOSED_URL}/{{args.day}}`, parameters: DAY }],
    [{ type: 'mcp', name: 'shop', url: CLOSED_URL, headers: [{ name: 'x-key', value: 'k', secret: true }] }],
    [{ type: 'transfer_call', destinations: [{ name: 'Sales', phone_number: quietPhones[0] }], method: 'bridge' }],
    [{ type: 'transfer_call', destinations: [{ name: 'Ann', phone_number: 'softphone:ann' }] }],
  ),
  document_ids: fc.uniqueArray(
    references.map((index) => reference('doc', index)),
    { minLength: 1, maxLength: 1 },
  ),
  language: fc.constantFrom('en-US', 'de', 'zh-Hant-TW', 'sl-rozaj-biske', 'i-klingon', 'x-private'),
  timezone: fc.constantFrom('UTC', 'America/New_York', 'Asia/Kathmandu', 'Etc/GMT+5'),
};

/** Values that the schema allows. `field`: the name of the property that holds the value. */
export function validValue(given: JsonSchema, field = ''): fc.Arbitrary<unknown> {
  const special = byField[field];
  // An agent may follow its caller; a document is written in one language.
  if (special && given.$ref?.endsWith('/AgentLanguage')) return fc.oneof(special, fc.constant('auto'));
  if (special) return special;
  const schema = resolved(given);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => validValue(choice)));
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => validValue({ ...schema, type })));
  switch (schema.type) {
    case 'string':
      return validText(schema);
    case 'integer':
      return fc.integer({
        min: schema.minimum ?? Number.MIN_SAFE_INTEGER,
        max: schema.maximum ?? Number.MAX_SAFE_INTEGER,
      });
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true, min: schema.minimum, max: schema.maximum });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return validArray(schema);
    case 'object':
      return validObject(schema);
    default:
      throw new Error(`no values are known for ${JSON.stringify(given)}`);
  }
}

/** What comes before or after, which no generator knows: its texts are sorted out. */
const LOOK = /\(\?<?[=!](?:[^()[\]]|\[[^\]]*\])*\)/g;

function validText(schema: JsonSchema): fc.Arbitrary<string> {
  const { minLength = 0, maxLength = 1000 } = schema;
  const fits = (text: string) => [...text].length >= minLength && [...text].length <= maxLength;
  if (schema.pattern !== undefined) {
    const pattern = new RegExp(schema.pattern, 'u');
    return fc
      .stringMatching(new RegExp(schema.pattern.replace(LOOK, ''), 'u'))
      .filter((text) => pattern.test(text) && fits(text) && text.isWellFormed() && !text.includes('\0'));
  }
  const short = fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, minLength + 40) });
  const longest = fc.constantFrom('x', 'é', '美', '👍').map((character) => character.repeat(maxLength));
  const chosen = fc.oneof({ weight: 30, arbitrary: short }, { weight: 1, arbitrary: longest });
  return chosen.filter((text) => fits(text) && text.isWellFormed() && !text.includes('\0'));
}

function validArray(schema: JsonSchema): fc.Arbitrary<unknown[]> {
  const items = validValue(schema.items ?? {});
  // The document cannot say that `events` has no duplicates; elsewhere they do no harm.
  return fc.uniqueArray(items, {
    minLength: schema.minItems ?? 0,
    maxLength: Math.min(schema.maxItems ?? 4, 4),
    selector: (item) => JSON.stringify(item),
  });
}

function validObject(schema: JsonSchema): fc.Arbitrary<Record<string, unknown>> {
  if (schema.properties) {
    const properties = Object.entries(schema.properties).map(([name, property]) => [name, validValue(property, name)]);
    const record = fc.record(Object.fromEntries(properties) as Record<string, fc.Arbitrary<unknown>>, {
      requiredKeys: (schema.required ?? []) as never[],
      noNullPrototype: true,
    });
    // The document cannot say that Parley itself mixes a conference.
    return record.map((value) =>
      value.mode === 'conference' && value.method === 'refer' ? { ...value, method: 'bridge' } : value,
    );
  }
  const names = new RegExp(schema.propertyNames?.pattern ?? '', 'u');
  const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).filter((text) => names.test(text));
  const value = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : { type: 'string' };
  return fc.dictionary(name, validValue(value), { maxKeys: 4, noNullPrototype: true });
}
