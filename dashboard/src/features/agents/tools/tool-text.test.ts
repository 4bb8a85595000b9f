import { defaultTransferWay } from '@parley/contract';
import { expect, test } from 'vitest';
import { toolsWords, webhookWords } from './tool-text.ts';

const http = {
  ...{ type: 'http', name: 'find_order', description: 'Finds an order.', method: 'GET' },
  url: 'https://shop.test/orders/{{args.id}}',
  parameters: { type: 'object', properties: { id: { type: 'string', description: 'Its number' } }, required: ['id'] },
  headers: [
    { name: 'Authorization', value: 'Bearer hidden', secret: true, value_set: true },
    { name: 'X-Shop', value: 'main', secret: false, value_set: true },
  ],
  ...{ timeout: 10, say: null, variables: { status: '$.status' } },
};

test('a tool is read line by line, and its secret never', () => {
  const words = toolsWords([{ type: 'send_dtmf' }, http]);
  expect(words).toBe(`Press keys

Web request find_order
  what it does: Finds an order.
  address: GET https://shop.test/orders/{{args.id}}
  argument id: text, required, Its number
  header Authorization: a new secret
  header X-Shop: main
  time-out: 10 s
  kept as {{status}}: $.status`);
  expect(words).not.toContain('hidden');
});

test('transfers and servers name whom and what', () => {
  const destinations = [{ name: 'Reception', phone_number: '+12025550101', description: 'For appointments' }];
  const tools = [
    { type: 'transfer_call', destinations, message: 'One moment.', ...defaultTransferWay },
    { type: 'mcp', name: 'calendar', url: 'https://mcp.test', headers: [], timeout: 5, tools: null },
  ];
  expect(toolsWords(tools)).toBe(`Transfer the call
  to Reception, +1 202 555 0101: For appointments
  said before: One moment.

MCP server calendar
  address: https://mcp.test
  time-out: 5 s
  tools: all`);
});

test('a schema that is no table is shown as it is', () => {
  const parameters = { type: 'object', properties: { when: { type: 'string', format: 'date' } } };
  expect(toolsWords([{ ...http, parameters }])).toContain('      "when": {');
});

test.each([
  [null, 'none'],
  [[], 'none'],
  ['half typed', 'none'],
])('%j is %s', (tools, words) => expect(toolsWords(tools)).toBe(words));

test('where variables come from, without the secret', () => {
  const webhook = { url: 'https://shop.test/variables', secret: 'whsec_hidden', secret_set: false };
  expect(webhookWords(webhook)).toBe('Asked at https://shop.test/variables\nSigned with a new secret');
  expect(webhookWords({ ...webhook, secret: null })).toContain('nothing');
  expect(webhookWords(null)).toBe('none');
});
