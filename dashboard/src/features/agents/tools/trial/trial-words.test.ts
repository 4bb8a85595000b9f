import { expect, test } from 'vitest';
import { toolVariables } from './tool-variables.ts';
import { failureParts, trialAdvice } from './trial-words.ts';

test('a failure says what to do, a success says nothing', () => {
  expect(trialAdvice({ ok: true, status: 200 })).toBeNull();
  // Without a response, its own words say what there is to say.
  expect(trialAdvice({ ok: false, status: null })).toBeNull();
  expect(trialAdvice({ ok: false, status: 401 })).toMatch(/key/);
  expect(trialAdvice({ ok: false, status: 503 })).toMatch(/has an error/);
});

test('a failure is its words, and what came with it', () => {
  expect(failureParts('Error: HTTP 404.\n{"no":"order"}')).toEqual({
    words: 'HTTP 404.',
    isStatusOnly: true,
    response: '{"no":"order"}',
  });
  expect(failureParts('The address cannot be reached.')).toEqual({
    words: 'The address cannot be reached.',
    isStatusOnly: false,
    response: null,
  });
});

test('what address and readable headers ask for, without what the agent fills in', () => {
  const headers = [
    { name: 'X-Caller', value: '{{recipient_phone}}', secret: false, value_set: true },
    { name: 'Authorization', value: '{{not_replaced}}', secret: true, value_set: true },
  ];
  const tool = { type: 'mcp', name: 'a', url: 'https://a.test/{{ shop }}/{{args.id}}/{{shop}}', headers } as const;
  expect(toolVariables({ ...tool, headers: [...headers], tools: null, timeout: 10 })).toEqual([
    'shop',
    'recipient_phone',
  ]);
});
