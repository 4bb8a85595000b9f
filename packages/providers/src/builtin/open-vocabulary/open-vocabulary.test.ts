import { readdirSync, readFileSync } from 'node:fs';
import { FRAME_MS, FRAME_SAMPLES } from '@parley/audio';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BuiltinSpeech } from '../builtin-speech.ts';
import { AnyWordsAnticipation } from './any-words-anticipation.ts';
import { OpenVocabularyClient } from './open-vocabulary.ts';
import { OpenVocabularyHost } from './open-vocabulary-host.ts';

const UNEXPECTED = 'There is water running down the kitchen wall.';
const EXPECTED = 'I would like to make an appointment.';
/** Longer than that after which the model listens. */
const PAUSE_FRAMES = 10;

const { signal } = new AbortController();
const host = new OpenVocabularyHost();
const anyWords = new OpenVocabularyClient(host.connect());
const speech = new BuiltinSpeech({ anyWords });
const deaf = new BuiltinSpeech();
const voices = new Map<string, Int16Array>();

beforeAll(async () => {
  for (const text of [UNEXPECTED, EXPECTED]) voices.set(text, await spoken(text));
  // The model is loaded.
  await anyWords.hear(new Int16Array(8000)).transcript;
});
afterAll(() => Promise.all([host.close(), speech.close(), deaf.close()]));

async function spoken(text: string): Promise<Int16Array> {
  const samples: number[] = [];
  for await (const chunk of deaf.speak({ text, voice: 'slt', language: 'en-US', signal }))
    samples.push(...chunk.samples);
  return Int16Array.from(samples);
}

/** The final of a sound, which is asked for when the model of any words has heard it, where it listens. */
async function heard(sound: Int16Array, { by = speech, language = 'en-US', overAgent = false, isTold = true } = {}) {
  const stream = await by.recognizer().stt.open({ language, hints: ['i would like to make an appointment'], signal });
  for (let at = 0; at + FRAME_SAMPLES <= sound.length; at += FRAME_SAMPLES)
    stream.write(sound.subarray(at, at + FRAME_SAMPLES), true);
  for (let frame = 0; frame < PAUSE_FRAMES; frame += 1) stream.write(new Int16Array(FRAME_SAMPLES), false);
  if (!isTold) stream.finalize({ overAgent });
  for await (const event of stream) {
    if (event.type === 'partial' && event.understood && isTold) stream.finalize({ overAgent });
    if (event.type === 'final') {
      stream.close();
      return event;
    }
  }
  throw new Error('the stream ended without a final');
}

const words = (text: string): string[] => text.toLowerCase().split(/\W+/).filter(Boolean);

it('hears what is not expected', async () => {
  const { text, understood } = await heard(voices.get(UNEXPECTED)!);
  expect([words(text), understood]).toEqual([words(UNEXPECTED), true]);
});

it('says of a voice that goes on how far its words are known', async () => {
  const sound = voices.get(UNEXPECTED)!;
  const stream = await speech.recognizer().stt.open({ language: 'en-US', hints: [], signal });
  const frames = Math.floor(sound.length / FRAME_SAMPLES);
  for (let frame = 0; frame < frames; frame += 1)
    stream.write(sound.subarray(frame * FRAME_SAMPLES, (frame + 1) * FRAME_SAMPLES), true);
  // The search goes on to the end of the sound; the model has listened some time before that.
  const knownMs: number[] = [];
  for await (const event of stream) {
    if (event.type !== 'partial') continue;
    knownMs.push(event.untilMs!);
    if (event.untilMs! > 1300) break;
  }
  stream.close();
  // Nothing is known before it has listened, and never what it has not listened to.
  expect(knownMs[0]).toBe(0);
  expect(knownMs.at(-1)).toBeLessThan(frames * FRAME_MS);
  expect(knownMs.toSorted((a, b) => a - b)).toEqual(knownMs);
});

it('leaves what is expected as it was found, with the times of its words', async () => {
  const final = await heard(voices.get(EXPECTED)!);
  expect(final.text).toBe('I would like to make an appointment');
  expect(final.words.map(({ text }) => text)).toEqual(words(EXPECTED));
});

it('tells what a voice over the agent wants, by its words', async () => {
  const { interjection } = await heard(voices.get(UNEXPECTED)!, { overAgent: true });
  expect(words(interjection!)).toEqual(words(UNEXPECTED));
});

it('hears the same words whatever they are expected to begin with', async () => {
  const sound = voices.get(UNEXPECTED)!;
  const heardWith = async (draft: readonly number[]) => {
    const hearing = anyWords.hear(Int16Array.from(sound), { draft });
    const transcript = await hearing.transcript;
    hearing.forget();
    return transcript!;
  };
  const plain = await heardWith([]);
  const { tokens } = plain;
  const wrong = tokens.map((token) => token + 1);
  const drafts = [tokens, tokens.slice(0, 5), [...tokens.slice(0, 5), ...wrong], wrong, [...tokens, ...wrong]];
  for (const draft of drafts) {
    const { logProbability, ...drafted } = await heardWith(draft);
    expect(drafted).toMatchObject({ text: plain.text, tokens });
    // The model counts in whole bytes: several tokens at a time are rounded otherwise.
    expect(Math.abs(logProbability - plain.logProbability)).toBeLessThan(0.5);
  }
});

it('hears no words in a noise', async () => {
  let state = 1;
  const noise = Int16Array.from({ length: 8000 }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return ((state >> 16) % 4000) - 2000;
  });
  expect(await heard(noise, { overAgent: true })).toMatchObject({ text: '', interjection: 'mm' });
});

it('does not listen in another language, and says nothing of it where it is not there', async () => {
  for (const final of [
    await heard(voices.get(UNEXPECTED)!, { language: 'de-DE', isTold: false }),
    await heard(voices.get(UNEXPECTED)!, { by: deaf, isTold: false }),
  ]) {
    expect(final).not.toHaveProperty('understood');
    expect(words(final.text)).not.toEqual(words(UNEXPECTED));
  }
});

it('has no answer while it is asked too much, at once, but for what is urgent', async () => {
  const second = () => new Int16Array(8000);
  const hearings = Array.from({ length: 5 }, () => anyWords.hear(second()));
  const urgent = anyWords.hear(second(), { isUrgent: true });
  expect(await hearings.at(-1)!.transcript).toBeNull();
  const told = await hearings[0]!.transcript;
  expect(told?.text).toBe('');
  expect(await urgent.transcript).not.toBeNull();
  for (const hearing of [...hearings, urgent]) hearing.forget();
});

it('asks anew when streams were closed before they had their finals', async () => {
  for (let count = 0; count < 5; count += 1) {
    const stream = await speech.recognizer().stt.open({ language: 'en-US', hints: [], signal });
    for (let frame = 0; frame < 2 * PAUSE_FRAMES; frame += 1)
      stream.write(new Int16Array(FRAME_SAMPLES), frame < PAUSE_FRAMES);
    stream.finalize();
    stream.close();
  }
  const hearing = anyWords.hear(new Int16Array(8000));
  expect(await hearing.transcript).not.toBeNull();
  hearing.forget();
});

it('has no answer when the host is closed, and none afterwards', async () => {
  const other = new OpenVocabularyHost();
  const client = new OpenVocabularyClient(other.connect());
  const { transcript } = client.hear(new Int16Array(80_000));
  await Promise.all([other.close(), other.close()]);
  expect(await transcript).toBeNull();
});

it('ends when it is at rest, and listens again', async () => {
  const other = new OpenVocabularyHost({ unloadAfterMs: 1 });
  const client = new OpenVocabularyClient(other.connect());
  // It ends before it has loaded its model.
  expect(await client.hear(new Int16Array(8000)).transcript).toBeNull();
  await other.close();
});

/** Of the model, that this process has started. */
const processes = (): number[] => {
  const children = readdirSync('/proc/self/task').flatMap((thread) =>
    readFileSync(`/proc/self/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
  return children.filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('open-process'));
};

it.runIf(process.platform === 'linux')(
  'is heard by another process, without what is native, when one has ended by itself',
  async () => {
    const before = processes();
    const failed = Promise.withResolvers<Error>();
    const other = new OpenVocabularyHost({ onFailure: failed.resolve });
    const client = new OpenVocabularyClient(other.connect());
    const sound = () => Int16Array.from(voices.get(EXPECTED)!);
    const natively = await client.hear(sound()).transcript;
    const [pid] = processes().filter((each) => !before.includes(each));
    const { transcript } = client.hear(sound());
    process.kill(pid!, 'SIGKILL');
    expect(await transcript).toBeNull();
    expect((await failed.promise).message).toContain('SIGKILL');
    const elsewhere = await client.hear(sound()).transcript;
    expect(words(elsewhere!.text)).toEqual(words(natively!.text));
    await other.close();
    expect(processes()).toEqual(before);
  },
);

it.runIf(process.platform === 'linux')('loads before it is asked', async () => {
  const before = processes();
  const other = new OpenVocabularyHost();
  new OpenVocabularyClient(other.connect()).prepare();
  await expect.poll(() => processes().length).toBe(before.length + 1);
  await other.close();
});

it('anticipates the last words behind those that were told, and nothing when it is not wanted any more', async () => {
  const samples = voices.get(UNEXPECTED)!;
  const anticipation = new AnyWordsAnticipation(anyWords);
  const told = 'there is water running down the';
  const heard = await anticipation.hear({ samples, told, signal });
  expect(words(heard!)).toEqual(words(UNEXPECTED));
  const unwanted = new AbortController();
  const late = anticipation.hear({ samples, told, signal: unwanted.signal });
  unwanted.abort();
  expect(await late).toBeNull();
});
