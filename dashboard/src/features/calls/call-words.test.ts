import { expect, test } from 'vitest';
import { enderWords, endWords } from './call-words.ts';

test.each([
  ['agent_hangup', 'agent', 'The agent hung up', 'The agent'],
  ['agent_hangup', 'system', 'Hung up on request', 'A user or a program'],
  ['canceled', 'system', 'Canceled', 'A user or a program'],
  ['user_hangup', 'user', 'The person hung up', 'The person'],
  ['interrupted_by_restart', 'system', 'Interrupted by a restart', 'The service'],
] as const)('%s by %s: %s, by %s', (end_reason, ended_by, title, ender) => {
  expect(endWords({ end_reason, ended_by })).toBe(title);
  expect(enderWords({ end_reason, ended_by })).toBe(ender);
});

test('a call that lasts has neither', () => {
  expect([endWords, enderWords].map((words) => words({ end_reason: null, ended_by: null }))).toEqual([null, null]);
});
