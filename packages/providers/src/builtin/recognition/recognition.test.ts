import { decodeG711, encodeG711, FRAME_SAMPLES, tone } from '@parley/audio';
import type { SaidOver, SpeechToTextEvent } from '@parley/conversation/provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BuiltinSpeech } from '../builtin-speech.ts';
import { demoAgents } from '../demo-agents.ts';
import { createVoiceActivityDetector } from '../detection/voice-activity-detector.ts';
import { personaLines } from '../persona-lines.ts';
import { scriptHints } from '../script/script-hints.ts';
import { wordsOf } from './sentences.ts';
import { telephonePhrases } from './telephone-phrases.ts';

/** Silence on both sides of an utterance: 200 ms. */
const PAUSE_SAMPLES = 1600;
/** All phrases take 15 s of two cores; without PARLEY_EVERY_PHRASE in the environment it is every eighth. */
const EVERY_PHRASE = process.env.PARLEY_EVERY_PHRASE !== undefined;
const VOICES = ['slt', 'rms', 'awb'];
const hints = demoAgents.flatMap((agent) => scriptHints(agent.prompt, agent.variables));
const signal = new AbortController().signal;

const speech = new BuiltinSpeech({ threads: 2 });
let createDetector: Awaited<ReturnType<typeof createVoiceActivityDetector>>;
beforeAll(async () => {
  createDetector = await createVoiceActivityDetector();
});
afterAll(() => speech.close());

/** A phrase as it arrives over a µ-law telephone line. */
async function overTelephone(text: string, voice: string): Promise<Int16Array> {
  const samples: number[] = new Array(PAUSE_SAMPLES).fill(0);
  for await (const chunk of speech.speak({ text, voice, language: 'en-US', signal })) samples.push(...chunk.samples);
  samples.push(...new Array(PAUSE_SAMPLES).fill(0));
  return decodeG711('PCMU', encodeG711('PCMU', Int16Array.from(samples)));
}

async function recognize(sound: Int16Array, said?: SaidOver): Promise<SpeechToTextEvent & { type: 'final' }> {
  return (await recognizeCall([sound], said))[0]!;
}

type Final = SpeechToTextEvent & { type: 'final' };

/** The utterances of one caller, one after the other. */
async function recognizeCall(sounds: readonly Int16Array[], said?: SaidOver): Promise<Final[]> {
  const stream = await speech.recognizer().stt.open({ language: 'en-US', hints, signal });
  const events = stream[Symbol.asyncIterator]();
  const finals: Final[] = [];
  const detector = createDetector();
  try {
    for (const sound of sounds) {
      for (let i = 0; i + FRAME_SAMPLES <= sound.length; i += FRAME_SAMPLES) {
        const frame = sound.subarray(i, i + FRAME_SAMPLES);
        stream.write(frame, detector.isSpeech(frame));
      }
      stream.finalize(said);
      finals.push(await nextFinal(events));
    }
    return finals;
  } finally {
    stream.close();
    detector.close();
  }
}

async function nextFinal(events: AsyncIterator<SpeechToTextEvent>): Promise<Final> {
  for (;;) {
    const { value, done } = await events.next();
    if (done) throw new Error('no final');
    if (value.type === 'final') return value;
  }
}

/** Under a blanket: 12 dB an octave less from 450 Hz on. */
function muffled(sound: Int16Array): Int16Array {
  let [first, second] = [0, 0];
  return sound.map((sample) => {
    first += 0.3 * (sample - first);
    second += 0.3 * (first - second);
    return 2 * second;
  });
}

/** Words inserted, left out or replaced. */
function wordErrors(said: string[], heard: string[]): number {
  let previous = heard.map((_, i) => i + 1);
  previous.unshift(0);
  for (const [i, word] of said.entries()) {
    const current = [i + 1];
    for (const [j, other] of heard.entries())
      current.push(Math.min(previous[j + 1]! + 1, current[j]! + 1, previous[j]! + (word === other ? 0 : 1)));
    previous = current;
  }
  return previous.at(-1)!;
}

interface Result {
  said: string;
  heard: string;
  errors: number;
  words: number;
}

async function recognizeAll(lines: { text: string; voice: string }[], gain = 1): Promise<Result[]> {
  const results: Result[] = [];
  const queue = [...lines];
  const worker = async () => {
    for (let line = queue.shift(); line; line = queue.shift()) {
      const sound = await overTelephone(line.text, line.voice);
      const { text: heard } = await recognize(sound.map((sample) => Math.max(-32768, Math.min(32767, sample * gain))));
      const words = wordsOf(line.text);
      const errors = wordErrors(words, wordsOf(heard));
      results.push({ said: `${line.voice}: ${line.text}`, heard, errors, words: words.length });
    }
  };
  await Promise.all([worker(), worker()]);
  return results;
}

function errorRate(results: Result[]): number {
  const sum = (key: 'errors' | 'words') => results.reduce((total, result) => total + result[key], 0);
  return sum('errors') / sum('words');
}

describe('recognition over a telephone line', () => {
  it('hears the persona of the simulated phone without errors worth speaking of, in every voice', async () => {
    const results = await recognizeAll(VOICES.flatMap((voice) => personaLines.map((text) => ({ text, voice }))));
    expect(errorRate(results), JSON.stringify(results.filter(({ errors }) => errors > 0))).toBeLessThanOrEqual(0.04);
  });

  it('hears a caller who interrupts, and a voice menu, word for word', async () => {
    const lines = ['sorry who is calling please', 'welcome to city dental for sales press one for support press two'];
    const results = await recognizeAll(VOICES.flatMap((voice) => lines.map((text) => ({ text, voice }))));
    expect(results.filter(({ errors }) => errors > 0)).toEqual([]);
  });

  it.each(VOICES)('hears the menu of %s word for word wherever it is parted', async (voice) => {
    const parts = ['for sales press one', 'for support press two'];
    const sounds = await Promise.all(parts.map((part) => overTelephone(part, voice)));
    expect((await recognizeCall(sounds)).map(({ text }) => text.toLowerCase())).toEqual(parts);
  });

  it('hears them 14 dB louder', async () => {
    const lines = personaLines.slice(0, 8).flatMap((text) => VOICES.map((voice) => ({ text, voice })));
    const results = await recognizeAll(lines, 10 ** (14 / 20));
    expect(errorRate(results), JSON.stringify(results.filter(({ errors }) => errors > 0))).toBeLessThanOrEqual(0.06);
  });

  it('hears a caller better whom it has heard before', async () => {
    const lines = personaLines.slice(0, 24);
    const sounds = await Promise.all(lines.map(async (text) => muffled(await overTelephone(text, 'awb'))));
    const together = await recognizeCall(sounds);
    const alone = await Promise.all(sounds.map((sound) => recognize(sound)));
    const errors = (finals: readonly Final[]): number =>
      finals.reduce((sum, { text }, i) => sum + wordErrors(wordsOf(lines[i]!), wordsOf(text)), 0);
    // 13 of 25.
    expect(errors(together)).toBeLessThan(errors(alone) * 0.7);
  });

  it('hears the phrases of the bank and of the demo scripts', async () => {
    const phrases = [...new Set([...telephonePhrases, ...hints])].filter((_, i) => EVERY_PHRASE || i % 8 === 0);
    const results = await recognizeAll(phrases.map((text, i) => ({ text, voice: VOICES[i % VOICES.length]! })));
    if (EVERY_PHRASE)
      console.log(
        'word error rate',
        errorRate(results),
        results.filter(({ errors }) => errors > 0),
      );
    expect(errorRate(results), JSON.stringify(results.filter(({ errors }) => errors > 0))).toBeLessThanOrEqual(0.06);
  }, 120_000);

  it('says where in the stream the words were', async () => {
    const sound = await overTelephone('yes that works', 'slt');
    const { text, words } = await recognize(sound);
    expect(text).toBe('Yes that works');
    expect(words.map((word) => word.text)).toEqual(['yes', 'that', 'works']);
    expect(words[0]!.startMs).toBeGreaterThanOrEqual(150);
    expect(words[0]!.startMs).toBeLessThan(350);
    expect(words.at(-1)!.endMs).toBeLessThanOrEqual(sound.length / 8);
    for (const word of words) expect(word.endMs).toBeGreaterThan(word.startMs);
  });

  it.each(['slt', 'rms', 'awb'])('tells a whole utterance of %s from one that pauses', async (voice) => {
    const whole = await recognize(await overTelephone('i would like to make an appointment', voice));
    const broken = await recognize(await overTelephone('i would like to make an', voice));
    // What the words say comes on top of it.
    expect(whole.endsHere! - broken.endsHere!).toBeGreaterThan(0.1);
  });

  it('hears numbers as words', async () => {
    const { text } = await recognize(await overTelephone('on friday at 5:30', 'rms'));
    expect(text).toBe('On friday at five thirty');
  });

  it.each([[[440]], [[425]], [[350, 440]], [[440, 480]], [[1000]]])(
    'hears no words in a tone of %j Hz',
    async (frequenciesHz) => {
      const { text } = await recognize(tone(frequenciesHz, 3000, { amplitude: 0.25 }));
      expect(text).toBe('');
    },
  );

  it.each([
    ['slt', 'uh-huh', 'uh huh'],
    ['rms', 'sure', 'sure'],
    ['awb', 'i see', 'i see'],
    ['slt', 'stop', 'stop'],
    ['rms', 'hold on', 'hold on'],
  ])('tells what a short voice would be over the speech of another: %s, "%s"', async (voice, text, heard) => {
    const { interjection } = await recognize(await overTelephone(text, voice), { overAgent: true });
    expect(interjection).toBe(heard);
  });

  it.each([
    ['that is as long as a sentence', 'i would like to cancel my order', true],
    ['that was said to an agent that listens', 'sure', false],
  ])('tells it of no voice %s', async (_, text, overAgent) => {
    expect(await recognize(await overTelephone(text, 'slt'), { overAgent })).not.toHaveProperty('interjection');
  });

  it('would rather say nothing than nonsense', async () => {
    const foreign = [
      'Quantum physics describes nature at the smallest scales.',
      'The stock market fell sharply this afternoon.',
      'Elephants never forget anything.',
      'Turn left at the traffic lights.',
    ];
    const heard = await Promise.all(
      foreign.map(async (text) => (await recognize(await overTelephone(text, 'rms'))).text),
    );
    expect(heard.filter((text) => text !== '').length).toBeLessThanOrEqual(1);
  });
});
