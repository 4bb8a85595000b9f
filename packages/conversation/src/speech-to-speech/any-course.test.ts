import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ProviderError } from '../provider/provider-error.ts';
import type { ModelAnswer } from '../testing/scripted-speech-to-speech.ts';
import { TestCall } from '../testing/test-call.ts';

const REFUSAL = new ProviderError('llm', 'scripted-s2s', 'connection refused', { retryable: true });
const TOOL = { name: 'look_up', description: 'Looks up.', parameters: { type: 'object', properties: {} } };
const TOOLS = [TOOL, { ...TOOL, name: 'send_dtmf' }, { ...TOOL, name: 'transfer' }];

const text = fc.constantFrom('Yes.', 'We have three rooms left. Which one do you like?', '東京へようこそ。', '');
const call = fc.constantFrom<[string, Record<string, unknown>]>(
  ['look_up', {}],
  ['send_dtmf', { digits: '1w2' }],
  ['transfer', { to: 'sales' }],
  ['end_call', {}],
  ['made_up', {}],
);
const answer: fc.Arbitrary<ModelAnswer> = fc.record(
  {
    text,
    calls: fc.array(
      call.map(([name, args], index = 0) => ({ id: `${name}_${index}`, name, arguments: args })),
      { maxLength: 2 },
    ),
    delayMs: fc.constantFrom(0, 200, 900, 2500),
    stallsAfter: fc.constantFrom(0, 5),
    breaksAfter: fc.constantFrom(0, 5),
  },
  { requiredKeys: ['text'] },
);

type Step =
  | { do: 'pass'; ms: number }
  | { do: 'say'; text: string | null; ms: number }
  | { do: 'key' | 'stand_by' | 'resume' | 'whisper' | 'break' | 'transfer_failed' | 'leave' };
const ms = fc.integer({ min: 1, max: 100 }).map((frames) => frames * 40);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('pass' as const), ms }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('say' as const),
      text: fc.constantFrom('hello there', 'no wait', 'please leave a message after the tone', 'stop calling me', null),
      ms,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom<'key' | 'stand_by' | 'resume' | 'whisper' | 'break' | 'transfer_failed' | 'leave'>(
        ...(['key', 'stand_by', 'resume', 'whisper', 'break', 'transfer_failed', 'leave'] as const),
      ),
    }),
  },
);

async function take(
  test: TestCall,
  { do: what, ...step }: Step & { ms?: number; text?: string | null },
): Promise<void> {
  const { conversation } = test;
  if (what === 'pass') await test.run(step.ms!);
  if (what === 'say') await test.hears(step.text as string, step.ms!, 0);
  if (what === 'key') conversation.dtmf('5');
  if (what === 'stand_by') conversation.standBy('Sam');
  if (what === 'resume') conversation.resume();
  if (what === 'whisper') conversation.whisper('Be kind.');
  if (what === 'transfer_failed') conversation.transferFailed('busy');
  if (what === 'leave') conversation.takeLeave();
  if (what === 'break') test.session.fail();
}

test('whatever happens in a call, it is reported as it was, it ends, and nothing of ours breaks', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        direction: fc.constantFrom('inbound' as const, 'outbound' as const),
        firstMessage: fc.constantFrom('Hello, this is Ann.', null),
        prepare: fc.boolean(),
        message: fc.constantFrom('Please call back.', null),
        fallback: fc.boolean(),
        /** Sessions that open before the vendor is lost. */
        sessions: fc.constantFrom(1, 2, 100),
      }),
      fc.array(answer, { minLength: 1, maxLength: 6 }),
      fc.array(step, { maxLength: 14 }),
      async ({ direction, firstMessage, prepare, message, fallback, sessions }, answers, steps) => {
        let asked = 0;
        const test = await TestCall.answered({
          model: () => answers[asked++ % answers.length]!,
          agent: {
            ...{ direction, firstMessage, tools: TOOLS },
            voicemail: { action: message ? 'message' : 'hangup', message, detect: true },
          },
          runTool: async () => 'done',
          speaking: { openFailure: (attempt) => (attempt < sessions ? null : REFUSAL) },
          prepare,
          fallback,
        });
        for (const next of steps) await take(test, next);
        const { turns, warnings } = await test.finish();
        expect(warnings.filter(({ code }) => code === 'conversation_failed')).toEqual([]);
        expect(test.of('hangup').length).toBeLessThanOrEqual(1);
        expect(test.of('hangup').map(({ endReason }) => endReason)).not.toContain('internal_error');
        expect(turns).toEqual(turns.toSorted((a, b) => a.startMs - b.startMs));
        for (const turn of turns) {
          expect(turn.endMs).toBeGreaterThanOrEqual(turn.startMs);
          expect(turn.endMs).toBeLessThanOrEqual(test.nowMs + 20);
          const spoke = test.caller.spans.some(({ startMs, endMs }) => startMs < turn.endMs && endMs > turn.startMs);
          const pressed = steps.some(({ do: what }) => what === 'key');
          if (turn.interrupted) expect(spoke || pressed).toBe(true);
        }
        for (const session of test.speakingModels.flatMap(({ sessions }) => sessions))
          expect(session.isClosed).toBe(true);
        // Everything that was sent is in a turn.
        const agents = turns.filter(({ role }) => role === 'agent');
        const sentMs = test.sent.filter((frame) => frame !== null).length * 20;
        const toldMs = agents.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
        expect(sentMs - toldMs).toBeLessThanOrEqual(200 * (1 + steps.length));
      },
    ),
    { numRuns: 100 },
  );
});
