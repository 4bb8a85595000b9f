import { describe, expect, it } from 'vitest';
import { ProviderError } from '../provider/provider-error.ts';
import { TestCall, type TestCallOptions } from '../testing/test-call.ts';
import { readLevels } from '../testing/tone-text-to-speech.ts';

const TEXT = 'We have three rooms left today.';
const ANSWER = 'You can have one of them.';
const agent = { firstMessage: TEXT };
const LONGEST_SILENCE_MS = 2500;

const warnings = (call: TestCall) => call.of('warning').map(({ code }) => code);

async function said(options: TestCallOptions): Promise<TestCall> {
  const call = await TestCall.answered({ agent, ...options });
  await call.run(6000);
  return call;
}

/** The longest silence of the agent between two times. */
function longestSilenceMs({ sent }: TestCall, fromMs: number, untilMs: number): number {
  let [longest, run] = [0, 0];
  for (const frame of sent.slice(fromMs / 20, untilMs / 20)) {
    run = frame ? 0 : run + 20;
    longest = Math.max(longest, run);
  }
  return longest;
}

const isSaidOnce = (call: TestCall) => {
  expect(call.lines).toEqual([`agent: ${TEXT}`]);
  expect(readLevels(call.sound())).toBe(TEXT);
};

/** The first request stalls at the word of this index, and the others, if so, before their first. */
const stalling = (atWord: number, how: 'once' | 'always'): NonNullable<TestCallOptions['tts']> => ({
  withWords: true,
  stalls: (request, word) => (request === 1 ? word === atWord : how === 'always'),
});

describe.each([0, 3])('a voice that stalls before word %i', (atWord) => {
  it('is asked once more, and speaks for the rest of the call', async () => {
    const call = await said({ tts: stalling(atWord, 'once'), nextVoice: { withWords: true } });
    isSaidOnce(call);
    expect(call.tts.requests).toEqual([TEXT, TEXT.split(' ').slice(atWord).join(' ')]);
    expect(call.nextVoices[0]!.requests).toEqual([]);
    expect(warnings(call)).toEqual(['tts_retried']);
  });

  it('each time is followed there by the next one, before the caller is left alone', async () => {
    const call = await said({ tts: stalling(atWord, 'always'), nextVoice: { withWords: true, delayMs: 200 } });
    isSaidOnce(call);
    expect(longestSilenceMs(call, 0, call.turns[0]!.endMs)).toBeLessThanOrEqual(LONGEST_SILENCE_MS);
    expect(warnings(call)).toEqual(['tts_fallback']);
  });

  it('each time is waited for when it is the only one, and then ends the call', async () => {
    const call = await TestCall.answered({ agent, tts: stalling(atWord, 'always') });
    await call.runUntil(() => call.of('hangup').length > 0);
    expect(call.of('hangup')).toEqual([{ type: 'hangup', endReason: 'tts_error' }]);
    expect(call.nowMs).toBeLessThanOrEqual(7000);
    expect(call.tts.requests).toHaveLength(2);
  });
});

describe('a voice that is late', () => {
  it('is heard when it is sooner than its second request', async () => {
    const call = await said({ tts: { delayMs: 1000, withWords: true }, nextVoice: {} });
    isSaidOnce(call);
    expect(call.tts.requests).toEqual([TEXT, TEXT]);
    expect(warnings(call)).toEqual([]);
  });

  it('is not asked twice for what need not be there yet', async () => {
    const call = await said({
      agent: { firstMessage: `${TEXT} ${ANSWER}` },
      tts: { slowFor: (text) => (text === ANSWER ? 1200 : 0) },
      nextVoice: {},
    });
    expect(call.lines).toEqual([`agent: ${TEXT} ${ANSWER}`]);
    expect(call.tts.requests).toEqual([TEXT, ANSWER]);
  });

  it('at a reply leaves the caller no longer alone, whatever its model takes', async () => {
    for (const delayMs of [0, 300, 700, 1000]) {
      const call = await said({
        agent: {
          firstMessage: `${TEXT} ${TEXT}`,
          turnTaking: { endpointingMs: 600, interruptionMs: 300, speculate: false },
        },
        llm: () => ({ text: ANSWER, delayMs }),
        tts: { delayMs: 100, stalls: (request) => request > 2 },
        nextVoice: { delayMs: 150 },
      });
      const { endMs } = await call.hears('can I have one of them please', 1200, 4000);
      expect(call.lines.at(-1)).toBe(`agent: ${ANSWER}`);
      expect(call.firstSentMs(endMs) - endMs, `model of ${delayMs} ms`).toBeLessThanOrEqual(LONGEST_SILENCE_MS);
    }
  });
});

it('a voice that is reset, and silent the second time, has no more time than one that is silent', async () => {
  const reset = new ProviderError('tts', 'tone-tts', 'the connection was reset', { retryable: true });
  let resets = 1;
  const call = await said({
    tts: { failure: () => (resets-- > 0 ? reset : null), stalls: (request) => request > 1 },
    nextVoice: {},
  });
  isSaidOnce(call);
  expect(call.firstSentMs()).toBeLessThanOrEqual(LONGEST_SILENCE_MS);
  expect(warnings(call)).toEqual(['tts_retried', 'tts_fallback']);
});

it('a voice of this host that is the only one is waited for while it is loaded', async () => {
  const call = await TestCall.answered({ agent, tts: { delayMs: 9000, lostAfterMs: 15_000 } });
  await call.runUntil(() => call.lines.length > 0);
  isSaidOnce(call);
  expect(call.of('hangup')).toEqual([]);
});

it('a voice that ends without a sound has not spoken', async () => {
  const call = await said({ tts: { isMute: () => true }, nextVoice: {} });
  isSaidOnce(call);
  expect(call.of('warning').at(-1)!.message).toContain('tone-tts: answered without audio; next-tts');
});

it('a voice that is left, and cannot say it in the language of the call, apologizes in its own', async () => {
  const call = await TestCall.answered({
    agent: { firstMessage: '您好，我能为您做什么？', language: 'zh' },
    tts: { failure: () => new ProviderError('tts', 'tone-tts', 'down', { retryable: false }) },
    nextVoice: { languages: ['en'], isMute: (text) => !/[a-z]/.test(text) },
  });
  await call.runUntil(() => call.of('hangup').length > 0);
  expect(call.of('hangup')).toEqual([{ type: 'hangup', endReason: 'tts_error' }]);
  expect(call.lines).toEqual(["agent: Sorry, I'm having technical difficulties. Goodbye."]);
  expect(call.firstSentMs()).toBeLessThanOrEqual(500);
});

it('a voice that cannot say the apology either ends the call', async () => {
  const call = await TestCall.answered({ agent: { language: 'zh' }, tts: { languages: ['en'], isMute: () => true } });
  await call.runUntil(() => call.of('hangup').length > 0);
  expect(call.of('hangup')).toEqual([{ type: 'hangup', endReason: 'tts_error' }]);
  expect(call.nowMs).toBeLessThanOrEqual(1000);
});
