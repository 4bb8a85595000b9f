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
const CALL_FIELDS =
  'What can be given: agent_id, recipient_phone, variables, from_number, max_duration, metadata, overrides.';
const VARIABLE_NAME =
  'a variable name has 1 to 64 characters, without braces, control characters, and spaces at its ends';
const TOO_LARGE = 'is a number with too many digits to be kept as it is: send it as a string';

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
    'max_durration | max_durration is not known here, or cannot be set. What can be given: agent_id, recipient_phone, variables, from_number, max_duration, metadata, overrides.',
  ],
  [
    'not known in an object of a list',
    CreateBatch,
    { ...batch, recipients: [{ phone: '+12025550101', vars: {} }] },
    'recipients[0].vars | recipients[0].vars is not known here, or cannot be set. What can be given: phone, variables, metadata.',
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
  [
    'without end',
    PlaceCall,
    { ...call, max_duration: JSON.parse('1e400') },
    'max_duration | max_duration: is too large',
  ],
  [
    'without begin',
    PlaceCall,
    { ...call, max_duration: JSON.parse('-1e400') },
    'max_duration | max_duration: is too small',
  ],
  [
    'an empty name',
    PlaceCall,
    { ...call, '': 1 },
    ` | An empty name is not known here, or cannot be set. ${CALL_FIELDS}`,
  ],
  [
    'a blank name',
    PlaceCall,
    { ...call, ' ': 1 },
    `  | An empty name is not known here, or cannot be set. ${CALL_FIELDS}`,
  ],
  [
    'an empty name beside a missing one',
    PlaceCall,
    { agent_id: 'a', '': 1 },
    'recipient_phone | recipient_phone: is required',
  ],
  [
    'an empty name in a query',
    NoQuery,
    { '': '1' },
    ' | An empty name is not known here: this endpoint takes no query parameters.',
  ],
  [
    'an empty name of a variable',
    PlaceCall,
    { ...call, variables: { '': 'x' } },
    `variables. | An empty name in variables: ${VARIABLE_NAME}`,
  ],
  [
    'a name without end',
    NoQuery,
    { ['x'.repeat(500_000)]: '1' },
    `${'x'.repeat(200)}… | ${'x'.repeat(200)}… is not known here: this endpoint takes no query parameters.`,
  ],
  [
    'a name that would be cut in a pair',
    NoQuery,
    { [`x${'👍'.repeat(200)}`]: '1' },
    `x${'👍'.repeat(99)}… | x${'👍'.repeat(99)}… is not known here: this endpoint takes no query parameters.`,
  ],
  [
    'a name of the greatest length that is shown whole',
    NoQuery,
    { ['x'.repeat(200)]: '1' },
    `${'x'.repeat(200)} | ${'x'.repeat(200)} is not known here: this endpoint takes no query parameters.`,
  ],
  [
    'a variable of too many digits',
    PlaceCall,
    { ...call, variables: { order: JSON.parse('12345678901234567890') } },
    `variables.order | variables.order: ${TOO_LARGE}`,
  ],
  [
    'a variable one beyond',
    PlaceCall,
    { ...call, variables: { order: -(2 ** 53) } },
    `variables.order | variables.order: ${TOO_LARGE}`,
  ],
  [
    'a variable without end',
    AgentPatch,
    { variables: { order: JSON.parse('1e400') } },
    `variables.order | variables.order: ${TOO_LARGE}`,
  ],
  ['the largest variable', PlaceCall, { ...call, variables: { a: 2 ** 53 - 1, b: -(2 ** 53 - 1), c: 0.5 } }, 'nothing'],
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
    `variables.{{name}} | variables.{{name}}: ${VARIABLE_NAME}`,
  ],
])('%s', (_, schema, value, expected) => {
  expect(refusal(schema, value)).toBe(expected);
});

const NO_ADDRESS = 'must be an http or https address, for example https://example.com/hooks/parley';
const UNREADABLE = 'is no address that can be read: check the host and the port behind http:// or https://';
const CREDENTIALS = 'must not hold a user name or password; Parley signs what it sends';
const BLANKS = 'must have no blanks around it, and no tabs or line breaks';
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
  ['https://user:secret@example.com', CREDENTIALS],
  ['http://:@example.com/', CREDENTIALS],
  ['http://@example.com/', CREDENTIALS],
  ['http:///:@example.com/', CREDENTIALS],
  ['http:example.com', NO_ADDRESS],
  [' https://example.com', BLANKS],
  ['https://example.com ', BLANKS],
  ['https://example.com/hook\n', BLANKS],
  ['https://exam\tple.com', BLANKS],
  ['https://example.com/\u0000', BLANKS],
  ['\u00a0https://example.com', BLANKS],
  [`https://example.com/${'x'.repeat(2048)}`, 'must have at most 2048 characters'],
])('the address %j of a webhook', (url, expected) => {
  expect(refusal(CreateWebhook, { url })).toBe(`url | url: ${expected}`);
});

test.each([
  'https://example.com',
  'HTTPS://EXAMPLE.COM:65535/a?b=@#c@d',
  'http://[2001:db8::1]:8080/hook',
  'http://example.com/a b',
  'https://bücher.example/ä',
])('the address %j of a webhook is taken as it is', (url) => {
  expect(validated(CreateWebhook, { url })).toEqual({ url });
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
  const shown = Object.values(response.content!['application/json']!.examples!).map(({ value }) => value.error);
  const said = shown.map(({ param }) => refusal((query ?? body)!, requests[param!]));
  expect(said).toEqual(shown.map(({ param, message }) => `${param} | ${message}`));
});
