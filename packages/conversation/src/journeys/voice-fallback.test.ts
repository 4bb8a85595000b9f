import { describe, expect, it } from 'vitest';
import { ProviderError } from '../provider/provider-error.ts';
import { TestCall, type TestCallOptions } from '../testing/test-call.ts';
import { readLevels } from '../testing/tone-text-to-speech.ts';

const TEXT = 'We have three rooms left today.';
const agent = { firstMessage: TEXT };

/** Fails so often, at the word of this index. */
function failing(times: number, retryable = true, atWord = 0): NonNullable<TestCallOptions['tts']> {
  let left = times;
  return {
    failure: (_, word) => {
      if (word !== atWord || left === 0) return null;
      left -= 1;
      return new ProviderError('tts', 'tone-tts', 'down', { retryable });
    },
  };
}

const warnings = (call: TestCall) => call.of('warning').map(({ code, message }) => `${code}: ${message}`);

async function said(options: TestCallOptions): Promise<TestCall> {
  const call = await TestCall.answered({ agent, ...options });
  await call.run(4000);
  return call;
}

describe('a voice that fails', () => {
  it('once is asked once more, and the next one never', async () => {
    const call = await said({ tts: failing(1), nextVoice: {} });
    expect(call.lines).toEqual([`agent: ${TEXT}`]);
    expect(warnings(call)).toEqual(['tts_retried: tone-tts: down']);
    expect(call.nextVoices[0]!.requests).toEqual([]);
  });

  it('twice is followed by the next one, for the rest of the call', async () => {
    const call = await said({ tts: failing(2), nextVoice: {} });
    expect(call.lines).toEqual([`agent: ${TEXT}`]);
    expect(warnings(call)).toEqual([
      'tts_retried: tone-tts: down',
      'tts_fallback: tone-tts: down; next-tts/tone speaks from here on',
    ]);
    await call.hears('I would like one of them', 1200, 2000);
    expect(call.tts.requests).toHaveLength(2);
    expect(call.nextVoices[0]!.requests).toEqual([TEXT, 'I see.']);
  });

  it('for good is followed at once', async () => {
    const call = await said({ tts: failing(1, false), nextVoice: {} });
    expect(call.tts.requests).toHaveLength(1);
    expect(call.lines).toEqual([`agent: ${TEXT}`]);
  });

  it('ends the call when no other is left', async () => {
    const call = await said({ tts: failing(9), nextVoice: { failure: failing(9).failure! } });
    expect(call.of('hangup')).toEqual([{ type: 'hangup', endReason: 'tts_error' }]);
  });

  it.each([1, 3, 5])('before word %i is followed there: nothing is said twice, nothing is left out', async (atWord) => {
    const call = await said({ tts: { ...failing(2, false, atWord), withWords: true }, nextVoice: { withWords: true } });
    const words = TEXT.split(' ');
    expect(call.nextVoices[0]!.requests).toEqual([words.slice(atWord).join(' ')]);
    expect(call.lines).toEqual([`agent: ${TEXT}`]);
    expect(readLevels(call.sound())).toBe(TEXT);
  });

  it('leaves the times of all words right, whichever voice said them', async () => {
    const options = { withWords: true };
    const whole = await said({ tts: options });
    const pieced = await said({ tts: { ...failing(2, false, 3), ...options }, nextVoice: options });
    expect(pieced.turns[0]!.words).toEqual(whole.turns[0]!.words);
  });

  it('has no times of words where only one of the two tells them', async () => {
    const call = await said({ tts: { ...failing(2, false, 3), withWords: true }, nextVoice: {} });
    expect(call.turns[0]!.text).toBe(TEXT);
    expect(call.turns[0]!.words).toBeUndefined();
  });

  it.each([
    [24_000, 8000],
    [8000, 24_000],
    [24_000, 24_000],
    [16_000, 22_050],
  ])('is followed at the word at whatever rates: %i Hz, then %i Hz', async (firstHz, nextHz) => {
    const call = await said({
      tts: { ...failing(1, false, 3), withWords: true, sampleRateHz: firstHz },
      nextVoice: { withWords: true, sampleRateHz: nextHz },
    });
    expect(call.nextVoices[0]!.requests).toEqual(['rooms left today.']);
    const [turn] = call.turns;
    expect(turn!.text).toBe(TEXT);
    expect(turn!.words!.map(({ text }) => text)).toEqual(TEXT.split(' '));
    expect(Math.abs(turn!.endMs - turn!.startMs - TEXT.length * 40)).toBeLessThanOrEqual(20);
  });
});

describe('a voice that the host knows to be down', () => {
  const breakerOf = (...open: string[]) => {
    const noted: string[] = [];
    return {
      noted,
      isOpen: (_role: string, name: string) => open.includes(name),
      failed: (name: string) => void noted.push(`${name} failed`),
      succeeded: (_role: string, name: string) => void noted.push(`${name} succeeded`),
    };
  };

  it('is passed over', async () => {
    const breaker = breakerOf('tone-tts');
    const call = await said({ breaker, nextVoice: {} });
    expect(call.tts.requests).toEqual([]);
    expect(call.lines).toEqual([`agent: ${TEXT}`]);
    expect(warnings(call)).toEqual(['tts_fallback: tone-tts: is down for now; next-tts/tone speaks from here on']);
  });

  it('is tried nevertheless when all are', async () => {
    const call = await said({ breaker: breakerOf('tone-tts', 'next-tts'), nextVoice: {} });
    expect(call.tts.requests).toEqual([TEXT]);
    expect(call.of('warning')).toEqual([]);
  });

  it('is known by what other calls report', async () => {
    const breaker = breakerOf();
    await said({ breaker, tts: failing(2), nextVoice: {} });
    expect(breaker.noted.filter((note) => note.includes('tts'))).toEqual([
      'tone-tts failed',
      'tone-tts failed',
      'next-tts succeeded',
    ]);
  });
});
