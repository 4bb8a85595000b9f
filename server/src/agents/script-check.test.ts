import { expect, test } from 'vitest';
import { type CheckScript, refuseBrokenScript } from './script-check.ts';

const BROKEN = '## hello\nsay: Hello.\nhear: yes -> nowhere\n## bye\nsya: Bye.\nend: success';
const PROSE = '## Tone\nYou are warm.\n- say: nothing rude';
/** The mistakes of the broken one, as the reader of scripts tells them. */
const mistakesIn: CheckScript = (prompt) =>
  prompt === BROKEN
    ? [
        { line: 3, column: 14, message: 'there is no section "nowhere"' },
        { line: 5, column: 1, message: '"sya: Bye." is none of say and hear' },
      ]
    : [];
const stored = { model: 'builtin/script', prompt: PROSE };

const refusal = (given: Parameters<typeof refuseBrokenScript>[0], agent: typeof stored | null = stored): unknown => {
  try {
    refuseBrokenScript(given, agent, mistakesIn);
    return null;
  } catch (error) {
    return error;
  }
};

test.each([
  ['a new prompt', { prompt: BROKEN }, stored],
  ['a new agent of the default model', { prompt: BROKEN }, null],
  ['a new model for an old prompt', { model: 'builtin/script' }, { model: 'openai/x', prompt: BROKEN }],
])('%s with a mistake is refused, where it is', (_, given, agent) => {
  expect(refusal(given, agent)).toMatchObject({
    code: 'unprocessable',
    param: 'prompt',
    message: 'The script has a mistake in line 3, column 14: there is no section "nowhere" (and 1 more).',
  });
});

test.each([
  ['prose', { prompt: PROSE }, stored],
  ["another model's prompt", { prompt: BROKEN, model: 'openai/x' }, stored],
  ['a change of something else', {}, { ...stored, prompt: BROKEN }],
])('%s is not', (_, given, agent) => {
  expect(refusal(given, agent)).toBeNull();
});
