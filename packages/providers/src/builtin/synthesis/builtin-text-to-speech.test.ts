import { levelDbfs } from '@parley/audio';
import { ProviderError, type SpokenWord } from '@parley/conversation/provider';
import { afterAll, describe, expect, it } from 'vitest';
import { BuiltinSpeech } from '../builtin-speech.ts';

const speech = new BuiltinSpeech();
afterAll(() => speech.close());

async function say(text: string, voice = 'rms', signal = new AbortController().signal): Promise<Int16Array> {
  const samples: number[] = [];
  for await (const chunk of speech.speak({ text, voice, language: 'en-US', signal })) samples.push(...chunk.samples);
  return Int16Array.from(samples);
}

describe('the built-in speech synthesis', () => {
  it('speaks with every voice it names, at telephone level', async () => {
    expect(speech.voices).toEqual(expect.arrayContaining(['rms', 'slt', 'awb', 'kal']));
    for (const voice of speech.voices) {
      const samples = await say('Yes, that works for me.', voice);
      expect(samples.length / 8000).toBeGreaterThan(1);
      expect(samples.length / 8000).toBeLessThan(3);
      expect(levelDbfs(samples)).toBeGreaterThan(-25);
      expect(levelDbfs(samples)).toBeLessThan(-18);
    }
  });

  it('refuses a voice it does not have, for good', async () => {
    await expect(say('hello', 'samantha')).rejects.toMatchObject({ role: 'tts', retryable: false });
    await expect(say('hello', '../../etc/passwd')).rejects.toBeInstanceOf(ProviderError);
  });

  it.each(['', '...', '😀', '\u0000'])('says nothing for %j', async (text) => {
    expect(await say(text)).toHaveLength(0);
  });

  it.each([
    '-o none',
    '-b',
    '--help',
    '-voicedump /tmp/x',
    '/etc/passwd',
    'a\u0000-lv',
    '<speak><break time="3000s"/>hi</speak>',
    '%s%n%x',
    '$(reboot)',
  ])('takes %j as text', async (text) => {
    const seconds = (await say(text)).length / 8000;
    expect(seconds).toBeGreaterThan(0.1);
    expect(seconds).toBeLessThan(8);
  });

  it('reads numbers as people do', async () => {
    const spelled = await say('call one, two oh two, five five five, oh one oh one');
    const number = await say('call +12025550101');
    expect(number.length / spelled.length).toBeGreaterThan(0.8);
    expect(number.length / spelled.length).toBeLessThan(1.4);
    expect(await say('$40')).toEqual(await say('forty dollars'));
  });

  it.each(['rms', 'slt', 'awb', 'kal'])('tells when %s says each word, as it is written', async (voice) => {
    const text = 'Well, Dr. Smith has $5. Call +12025550101, or come at four.';
    const words: SpokenWord[] = [];
    const sound: number[] = [];
    const signal = new AbortController().signal;
    for await (const chunk of speech.speak({ text, voice, language: 'en-US', signal })) {
      words.push(...(chunk.words ?? []));
      sound.push(...chunk.samples);
    }
    expect(words.map((word) => word.text)).toEqual(text.split(' '));
    const levelAt = (ms: number) => levelDbfs(Int16Array.from(sound.slice((ms - 20) * 8, (ms + 20) * 8)));
    const at = (text: string) => words.find((word) => word.text === text)!;
    // Flite is silent at a comma and a full stop, and nowhere in a word like "four".
    for (const [before, after] of [
      ['Well,', 'Dr.'],
      ['$5.', 'Call'],
    ] as const) {
      const pauseMs = (at(before).endMs + at(after).startMs) / 2;
      expect(at(after).startMs).toBeGreaterThan(at(before).endMs);
      expect(levelAt(Math.round(pauseMs))).toBeLessThan(-40);
    }
    const four = at('four.');
    expect(levelAt(Math.round((four.startMs + four.endMs) / 2))).toBeGreaterThan(-30);
    expect(four.endMs).toBeLessThan(sound.length / 8 + 1);
    expect(four.endMs).toBeGreaterThan(sound.length / 8 - 120);
  });

  it('counts the words of a long text from its beginning', async () => {
    const text = 'This sentence is said many times over again. '.repeat(9).trim();
    const words: SpokenWord[] = [];
    let samples = 0;
    const signal = new AbortController().signal;
    for await (const chunk of speech.speak({ text, voice: 'kal', language: 'en-US', signal })) {
      words.push(...(chunk.words ?? []));
      samples += chunk.samples.length;
    }
    expect(words.map((word) => word.text).join(' ')).toBe(text);
    for (const [index, word] of words.entries())
      expect(word.startMs).toBeGreaterThanOrEqual(words[index - 1]?.endMs ?? 0);
    expect(words.at(-1)!.endMs).toBeGreaterThan(samples / 8 - 120);
  });

  it('refuses a book, and a single endless word costs no time', async () => {
    await expect(say('word '.repeat(20_000))).rejects.toMatchObject({ retryable: false });
    const controller = new AbortController();
    const words = speech.speak({
      text: 'a'.repeat(9_000),
      voice: 'kal',
      language: 'en-US',
      signal: controller.signal,
    });
    for await (const { samples } of words) {
      expect(samples.length).toBeGreaterThan(0);
      controller.abort();
    }
  });

  it('makes the sound of a clause once, for all who ask for it', async () => {
    const [first, second] = await Promise.all([say('Good morning.'), say('Good morning.')]);
    expect(first).toEqual(second);
    const request = { text: 'Good morning.', voice: 'rms', language: 'en-US', signal: new AbortController().signal };
    const sounds = new Set<Int16Array>();
    for (let times = 0; times < 2; times += 1)
      for await (const chunk of speech.speak(request)) sounds.add(chunk.samples);
    expect(sounds.size).toBe(1);
  });

  it('ends without audio when it is aborted, and serves the others that want the clause', async () => {
    const controller = new AbortController();
    const aborted = say('This sentence is not wanted any more.', 'rms', controller.signal);
    const wanted = say('This sentence is not wanted any more.', 'rms');
    controller.abort();
    expect(await aborted).toHaveLength(0);
    expect((await wanted).length).toBeGreaterThan(8000);
    expect(await say('hello', 'rms', AbortSignal.abort())).toHaveLength(0);
  });

  it('drops what is not awaited from its queue', async () => {
    const controller = new AbortController();
    const unwanted = Array.from({ length: 200 }, (_, i) =>
      say(`Unwanted sentence number ${i}.`, 'slt', controller.signal),
    );
    controller.abort();
    await Promise.all(unwanted);
    const started = performance.now();
    await say('Wanted.', 'kal');
    // Two hundred sentences would take 10 s.
    expect(performance.now() - started).toBeLessThan(3000);
  });
});

it('closes with work under way, twice', async () => {
  const closing = new BuiltinSpeech();
  const signal = new AbortController().signal;
  const results = Promise.allSettled(
    ['One.', 'Two.', 'Three.'].map(async (text) => {
      for await (const _ of closing.speak({ text, voice: 'rms', language: 'en-US', signal }));
    }),
  );
  await Promise.all([closing.close(), closing.close()]);
  for (const result of await results) {
    expect(result.status).toBe('rejected');
    expect((result as PromiseRejectedResult).reason).toMatchObject({ role: 'tts', retryable: true });
  }
  await expect(
    closing.speak({ text: 'Four.', voice: 'rms', language: 'en-US', signal })[Symbol.asyncIterator]().next(),
  ).rejects.toBeInstanceOf(ProviderError);
});
