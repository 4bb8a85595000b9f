import type { AudioRateHz } from '@parley/audio';
import type { SpokenWord } from '@parley/conversation';
import { ClauseSound, packFor } from '@parley/conversation/testing';
import { afterAll, expect, it } from 'vitest';
import { BuiltinSpeech } from '../builtin-speech.ts';

/** Flite tells its words, so what is found in its audio, as in that of a voice that does not tell, can be checked. */
const speech = new BuiltinSpeech({ recognizes: false });
afterAll(() => speech.close());

const SENTENCES = [
  'The repair itself takes about two hours, unless a part has to be ordered first.',
  'Your balance is $250, and the next payment is due on March 3.',
  'Guided tours start each hour, and children below twelve do not pay for them.',
];
/** Half of a word more or less is a matter of a frame. */
const SLACK_MS = 20;
const STEP_MS = 40;

interface Said {
  text: string;
  samples: Int16Array;
  words: SpokenWord[];
}

async function say(text: string, voice: string, sampleRateHz: AudioRateHz): Promise<Said> {
  const samples: number[] = [];
  const words: SpokenWord[] = [];
  const request = { text, voice, language: 'en-US', sampleRateHz, signal: new AbortController().signal };
  for await (const chunk of speech.speak(request)) {
    samples.push(...chunk.samples);
    words.push(...(chunk.words ?? []));
  }
  return { text, samples: Int16Array.from(samples), words };
}

/** Of the places where it may be cut, those at which the words are exactly those of which more than half was sent. */
function exactShare({ words }: Said, textAfter: (ms: number) => string): number {
  const lastMs = words.at(-1)!.endMs;
  const places = Array.from({ length: Math.floor(lastMs / STEP_MS) }, (_, i) => (i + 1) * STEP_MS);
  const countAt = (ms: number) => words.filter(({ startMs, endMs }) => (startMs + endMs) / 2 < ms).length;
  const isExact = (ms: number): boolean => {
    const found = textAfter(ms)
      .split(' ')
      .filter((word) => word !== '').length;
    return [0, -SLACK_MS, SLACK_MS].some((slack) => countAt(ms + slack) === found);
  };
  return places.filter(isExact).length / places.length;
}

it.each([
  ['kal', 8000],
  ['awb', 8000],
  ['awb', 16_000],
] as const)('the words of %s are found in its sound of %i Hz', async (voice, rateHz) => {
  const shares: number[] = [];
  const byCharacters: number[] = [];
  for (const text of SENTENCES) {
    const said = await say(text, voice, rateHz);
    const clause = new ClauseSound(text, rateHz, { spelling: packFor('en').spelling });
    const guessed = new ClauseSound(text, rateHz);
    for (const sound of [clause, guessed]) {
      sound.append({ samples: said.samples });
      sound.complete();
    }
    shares.push(exactShare(said, (ms) => clause.textWithin(ms * 8)));
    byCharacters.push(exactShare(said, (ms) => guessed.textWithin(ms * 8)));
  }
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  expect(mean(shares)).toBeGreaterThan(0.93);
  expect(mean(byCharacters)).toBeLessThan(0.75);
});

it('the words are found in the beginning of a sound that is still coming', async () => {
  const said = await say(SENTENCES[2]!, 'kal', 8000);
  const share = exactShare(said, (ms) => {
    const clause = new ClauseSound(said.text, 8000, { spelling: packFor('en').spelling });
    clause.append({ samples: said.samples.slice(0, (ms + 400) * 8) });
    return clause.textWithin(ms * 8);
  });
  expect(share).toBeGreaterThan(0.9);
});

it('what was found does not depend on how much of the work was done before the cut', async () => {
  const said = await say(SENTENCES[0]!, 'kal', 8000);
  const [cut, prepared] = [0, 40].map((steps) => {
    const clause = new ClauseSound(said.text, 8000, { spelling: packFor('en').spelling });
    clause.append({ samples: said.samples });
    clause.complete();
    for (let step = 0; step < steps; step += 1) clause.prepareCut();
    return clause.textWithin(2000 * 8);
  });
  expect(cut).toBe(prepared);
  expect(said.text.startsWith(cut!)).toBe(true);
});
