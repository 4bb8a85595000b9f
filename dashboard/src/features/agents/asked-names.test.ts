import { expect, test } from 'vitest';
import { askedNames, neededNames } from './asked-names.ts';

const find = {
  ...{ type: 'http', url: 'https://a.example/{{shop}}/{{args.id}}', variables: { who: '$.name', greeting: '$.hello' } },
  headers: [{ name: 'X-Branch', value: '{{branch}}', secret: false }],
};
const settings = {
  prompt: 'Talk to {{who}} of {{city}} at {{current_time}}.',
  first_message: '{{greeting}}!',
  tools: [find, { type: 'transfer_call', message: 'To {{desk}}.' }, null, 'half typed'],
  variables: { city: 'Bonn' },
};

test('texts, addresses and headers of tools ask for variables', () => {
  expect(askedNames(settings)).toEqual(['who', 'city', 'greeting', 'desk', 'shop', 'branch']);
});

test('a call gives what has no value of its own, and what is said before a tool could find it', () => {
  expect(neededNames(settings)).toEqual(['greeting', 'desk', 'shop', 'branch']);
});

test('settings that are half typed ask for nothing', () => {
  expect(neededNames({ prompt: 3, tools: 'x', voicemail: null, variables: [] })).toEqual([]);
});
