import {
  AgentPatch,
  CreateBatch,
  CreateWebhook,
  ListCalls,
  NoQuery,
  openApiDocument,
  PlaceCall,
  type Response,
  RotateSecret,
  type Route,
  routes,
} from '@parley/contract';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { RequestError } from './request-error.ts';
import { validated } from './validation.ts';

function refusal(schema: z.ZodType, value: unknown): string {
  try {
    validated(schema, value);
  } catch (error) {
    if (error instanceof RequestError && error.code === 'invalid_request') return `${error.param} | ${error.message}`;
    throw error;
  }
  return 'nothing';
}

const call = { agent_id: 'agent_1', recipient_phone: '+12025550101' };
const batch = { agent_id: 'agent_1', recipients: [{ phone: '+12025550101' }] };
const E164 = 'must be in E.164 format: + followed by country code and number, 7 to 15 digits, for example +12025550101';

test.each<[string, z.ZodType, unknown, string]>([
  ['missing', PlaceCall, { agent_id: 'a' }, 'recipient_phone | recipient_phone: is required'],
  [
    'misspelt where it is required',
    PlaceCall,
    { agentId: 'a', recipient_phone: '+12025550101' },
    'agent_id | agent_id: is required, and agentId is not known here',
  ],
  [
    'misspelt deeper down',
    CreateBatch,
    { ...batch, recipients: [{ phone: '+12025550101' }, { number: '+12025550102' }] },
    'recipients[1].phone | recipients[1].phone: is required, and recipients[1].number is not known here',
  ],
  [
    'not known',
    PlaceCall,
    { ...call, max_durration: 60 },
    'max_durration | max_durration is not known here, or cannot be set. What can be given: agent_id, recipient_phone, variables, from_number, max_duration.',
  ],
  [
    'not known in an object of a list',
    CreateBatch,
    { ...batch, recipients: [{ phone: '+12025550101', vars: {} }] },
    'recipients[0].vars | recipients[0].vars is not known here, or cannot be set. What can be given: phone, variables.',
  ],
  [
    'not known in an object that is optional',
    AgentPatch,
    { turn_taking: { endpointing: 600 } },
    'turn_taking.endpointing | turn_taking.endpointing is not known here, or cannot be set. What can be given: endpointing_ms, interruption_ms, reminder_ms, end_ms.',
  ],
  [
    'a query where there is none',
    NoQuery,
    { limit: '5' },
    'limit | limit is not known here: this endpoint takes no query parameters.',
  ],
  [
    'a body where there is none',
    routes.hangUpCall.body,
    { reason: 'x' },
    'reason | reason is not known here: this endpoint takes no fields.',
  ],
  [
    'a phone as a number',
    PlaceCall,
    { ...call, recipient_phone: 12025550101 },
    `recipient_phone | recipient_phone: ${E164}`,
  ],
  [
    'a phone without +',
    PlaceCall,
    { ...call, recipient_phone: '12025550101' },
    `recipient_phone | recipient_phone: ${E164}`,
  ],
  ['a text', PlaceCall, { ...call, max_duration: '60' }, 'max_duration | max_duration: must be a number, not a string'],
  ['null', PlaceCall, { ...call, max_duration: null }, 'max_duration | max_duration: must be a number, not null'],
  ['a fraction', PlaceCall, { ...call, max_duration: 1.5 }, 'max_duration | max_duration: must be a whole number'],
  ['far too much', PlaceCall, { ...call, max_duration: 1e300 }, 'max_duration | max_duration: must be at most 14400'],
  ['a list', PlaceCall, { ...call, variables: [] }, 'variables | variables: must be an object, not a list'],
  ['true', AgentPatch, { recording: true }, 'recording | recording: must be an object, not true'],
  ['an empty text', AgentPatch, { prompt: '' }, 'prompt | prompt: must not be empty'],
  ['an empty list', CreateBatch, { ...batch, recipients: [] }, 'recipients | recipients: must not be empty'],
  [
    'a date',
    CreateBatch,
    { ...batch, schedule_at: '2026-12-01' },
    'schedule_at | schedule_at: must be Unix time in whole seconds, as a number',
  ],
  [
    'milliseconds',
    CreateBatch,
    { ...batch, schedule_at: 1_795_205_357_000 },
    'schedule_at | schedule_at: must be Unix time in whole seconds; this looks like milliseconds',
  ],
  ['a date in a query', ListCalls, { from: '2026-12-01' }, 'from | from: must be Unix time in whole seconds'],
  [
    'milliseconds in a query',
    ListCalls,
    { to: '1795205357000' },
    'to | to: must be Unix time in whole seconds; this looks like milliseconds',
  ],
  ['a page too large', ListCalls, { limit: '101' }, 'limit | limit: must be a whole number from 1 to 100'],
  [
    'a value that there is not',
    ListCalls,
    { status: 'done' },
    'status | status: must be one of initiated, active, completed, failed',
  ],
  ['too long an overlap', RotateSecret, { overlap: 604_801 }, 'overlap | overlap: must be at most 604800'],
  ['a label twice', AgentPatch, { outcomes: ['a', 'b', 'b'] }, 'outcomes | outcomes: names b twice'],
  [
    'a variable with braces',
    PlaceCall,
    { ...call, variables: { '{{name}}': 'Maria' } },
    'variables.{{name}} | variables.{{name}}: a variable name has 1 to 64 characters, without braces, control characters, and spaces at its ends',
  ],
])('%s', (_, schema, value, expected) => {
  expect(refusal(schema, value)).toBe(expected);
});

const NO_ADDRESS = 'must be an http or https address, for example https://example.com/hooks/parley';
const UNREADABLE = 'is no address that can be read: check the host and the port behind http:// or https://';
const NO_PORT = 'the port must be from 1 to 65535';

test.each([
  ['example.com/hook', NO_ADDRESS],
  ['ftp://example.com', NO_ADDRESS],
  ['javascript:alert(1)', NO_ADDRESS],
  ['', NO_ADDRESS],
  [5, NO_ADDRESS],
  ['https://', UNREADABLE],
  ['https://exa mple.com', UNREADABLE],
  ['https://[::1', UNREADABLE],
  ['http://example.com:port/', UNREADABLE],
  ['http://256.1.1.1', UNREADABLE],
  ['http://example.com:99999/', NO_PORT],
  ['https://example.com:65536', NO_PORT],
  ['https://[2001:db8::1]:70000/hook', NO_PORT],
  ['https://example.com:0/', NO_PORT],
  ['https://user:secret@example.com', 'must not hold a user name or password; Parley signs what it sends'],
  [`https://example.com/${'x'.repeat(2048)}`, 'must have at most 2048 characters'],
])('the address %j of a webhook', (url, expected) => {
  expect(refusal(CreateWebhook, { url })).toBe(`url | url: ${expected}`);
});

/** A request that earns each message which the reference shows, by route and param. */
const refused: Partial<Record<keyof typeof routes, Record<string, unknown>>> = {
  placeCall: {
    recipient_phone: { ...call, recipient_phone: '2025550101' },
    max_durration: { ...call, max_durration: 1 },
  },
  listCalls: { limit: { limit: '101' }, from: { from: '2', to: '1' } },
  updateAgent: { version: { version: 3 }, language: { language: 'en_US' } },
  createWebhook: { url: { url: 'example.com' } },
  updateWebhook: { url: { url: 'example.com' } },
};

test.each(Object.entries(refused))('the reference shows what %s says', (name, requests) => {
  const { query, body, path, method }: Route = routes[name as keyof typeof routes];
  const operation = openApiDocument().paths[path]![method.toLowerCase() as 'get'];
  const response = operation!.responses[400] as Response;
  const shown = Object.values(response.content!['application/json'].examples!).map(({ value }) => value.error);
  const said = shown.map(({ param }) => refusal((query ?? body)!, requests[param!]));
  expect(said).toEqual(shown.map(({ param, message }) => `${param} | ${message}`));
});
