import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FRAME_MS, FRAME_SAMPLES } from '@parley/audio';
import {
  ProviderError,
  type SpeechToTextEvent,
  type SpeechToTextStream,
  spokenText,
} from '@parley/conversation/provider';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EventLog } from '../testing/conformance/event-log.ts';
import { sherpaOnnx } from './index.ts';
import { type EngineEnd, SpeechEngine } from './speech-engine.ts';
import { installBroken, installTones } from './testing/installed-tones.ts';
import { LETTER_MS } from './testing/tone-voice.ts';

/** The real library, in its process, with a recognizer and a voice of a few kilobytes that we have made ourselves. */
describe('the engine for open models', () => {
  let directory: string;
  let engine: SpeechEngine;
  let ends: EngineEnd[];
  let onEnd: () => void;
  let streams: SpeechToTextStream[];

  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'parley-engine-test-'));
    await installTones(directory);
    ends = [];
    streams = [];
    onEnd = () => undefined;
    engine = newEngine();
    await engine.start();
  });

  afterEach(async () => {
    for (const stream of streams) stream.close();
    await engine.close();
    await rm(directory, { recursive: true });
  });

  function newEngine(): SpeechEngine {
    return new SpeechEngine({
      modelsDir: directory,
      privateDir: directory,
      onEnd: (end) => {
        ends.push(end);
        onEnd();
      },
      onUnavailable: (message) => {
        throw new Error(message);
      },
    });
  }

  async function say(text: string, voice = 'tone-voice'): Promise<Int16Array> {
    const { signal } = new AbortController();
    const tts = sherpaOnnx.textToSpeech!(engine, null);
    try {
      const pieces: Int16Array[] = [];
      for await (const { samples } of spokenText(tts, { text, voice, language: 'en-US', signal })) pieces.push(samples);
      return Int16Array.from(pieces.flatMap((piece) => [...piece]));
    } finally {
      tts.close();
    }
  }

  async function listen(model: string | null = 'tones', language = 'en-US') {
    const { signal } = new AbortController();
    const stt = sherpaOnnx.speechToText!(engine, model);
    const stream = await stt.open({ language, hints: [], signal });
    streams.push(stream);
    return { stream, log: new EventLog<SpeechToTextEvent>(stream) };
  }

  function write(stream: SpeechToTextStream, samples: Int16Array, silenceMs = 0): void {
    const silence = new Int16Array((silenceMs / FRAME_MS) * FRAME_SAMPLES);
    const all = Int16Array.of(...samples, ...silence);
    for (let at = 0; at + FRAME_SAMPLES <= all.length; at += FRAME_SAMPLES)
      stream.write(all.subarray(at, at + FRAME_SAMPLES), at < samples.length);
  }

  const finalOf = (log: EventLog<SpeechToTextEvent>, from = 0) =>
    log.first((event): event is Extract<SpeechToTextEvent, { type: 'final' }> => event.type === 'final', from);

  it('says and hears what was said, with the times of words', async () => {
    const sound = await say('a cab. beg');
    expect(sound.length).toBe((10 * LETTER_MS * 8000) / 1000);
    const { stream, log } = await listen();
    write(stream, sound, 200);
    await log.first((event) => event.type === 'partial' && event.text.startsWith('a c'));
    stream.finalize();
    const { text, words, startMs } = await finalOf(log);
    expect(text).toBe('a c a b b e g');
    const beginnings = [0, 2, 3, 4, 7, 8, 9].map((letter) => letter * LETTER_MS);
    expect(words.map((word) => word.text)).toEqual(text.split(' '));
    for (const [index, word] of words.entries()) expect(Math.abs(word.startMs - beginnings[index]!)).toBeLessThan(100);
    expect(Math.abs(startMs!)).toBeLessThan(100);
  });

  it('hears each utterance by itself, on the clock of the stream', async () => {
    const [first, second] = [await say('ace'), await say('bag')];
    const { stream, log } = await listen();
    write(stream, first, 400);
    stream.finalize();
    expect((await finalOf(log)).text).toBe('a c e');
    const from = log.events.length;
    write(stream, second, 200);
    stream.finalize();
    const final = await finalOf(log, from);
    expect(final.text).toBe('b a g');
    expect(Math.abs(final.startMs! - (3 * LETTER_MS + 400))).toBeLessThan(120);
    stream.finalize();
    expect(await finalOf(log, log.events.indexOf(final) + 1)).toMatchObject({ text: '', startMs: null });
  });

  it('ends a turn by the rules of the recognizer', async () => {
    const sound = await say('bag');
    const { stream, log } = await listen();
    write(stream, sound, 2000);
    expect((await finalOf(log)).text).toBe('b a g');
    await log.first((event) => event.type === 'turn' && event.stage === 'over');
    const from = log.events.length;
    write(stream, await say('face'), 100);
    stream.finalize();
    expect((await finalOf(log, from)).text).toBe('f a c e');
  });

  it('hears twenty calls at once, each its own', async () => {
    const words = ['ace', 'bag', 'cab', 'face', 'gab'];
    const sounds = await Promise.all(words.map((word) => say(word)));
    const calls = await Promise.all(Array.from({ length: 20 }, () => listen()));
    for (const [index, { stream }] of calls.entries()) {
      write(stream, sounds[index % words.length]!, 300);
      stream.finalize();
    }
    const heard = await Promise.all(calls.map(async ({ log }) => (await finalOf(log)).text.replaceAll(' ', '')));
    expect(heard).toEqual(calls.map((_, index) => words[index % words.length]));
  });

  it('speaks as the speaker that was named', async () => {
    const loudest = (samples: Int16Array): number =>
      samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    const [loud, low] = [await say('abc', 'tone-voice:loud'), await say('abc', 'tone-voice:low')];
    expect(loudest(loud) / loudest(low)).toBeCloseTo(2, 1);
  });

  it('stops in the middle of what it says, and says the next thing', async () => {
    await say('cab');
    const tts = sherpaOnnx.textToSpeech!(engine, null);
    const session = tts.open({ voice: 'tone-voice', language: 'en-US' });
    const log = new EventLog(session);
    const sentences = 'a. b. c. e. '.repeat(50);
    session.push(sentences);
    session.flush();
    await log.first((event) => event.type === 'audio');
    session.cancel();
    const from = log.events.length;
    session.push('cab');
    session.flush();
    await log.first((event) => event.type === 'flushed', from);
    const samples = log.events.flatMap((event) => (event.type === 'audio' ? [...event.samples] : []));
    const next = await say('cab');
    expect(samples.slice(-next.length)).toEqual([...next]);
    expect(samples.length).toBeLessThan((sentences.length * LETTER_MS * 8000) / 1000 / 4);
    session.close();
    tts.close();
  });

  it('is silent for what has no words, and fails for what the voice cannot say', async () => {
    expect(await say(' … 🙂 ')).toHaveLength(0);
    await expect(say('こんにちは')).rejects.toMatchObject({ role: 'tts', retryable: false });
  });

  it('takes the recognizer of the language where none is named', async () => {
    const { stream, log } = await listen(null, 'en-GB');
    write(stream, await say('ace'), 200);
    stream.finalize();
    expect((await finalOf(log)).text).toBe('a c e');
    await expect(listen(null, 'fr')).rejects.toMatchObject({ retryable: false });
  });

  it.each(['unknown', '../tones', 'tone-voice'])('refuses the recognizer %s, which is not installed', async (model) => {
    const refused = listen(model);
    await expect(refused).rejects.toThrow('models pull');
    await expect(refused).rejects.toMatchObject({ retryable: false });
  });

  it('refuses a speaker that the voice does not have', async () => {
    await expect(say('cab', 'tone-voice:unknown')).rejects.toMatchObject({ retryable: false });
  });

  it('refuses a client without its key', async () => {
    await listen();
    const stt = sherpaOnnx.speechToText!({ baseUrl: engine.baseUrl, apiKey: 'another' }, 'tones');
    const { signal } = new AbortController();
    await expect(stt.open({ language: 'en', hints: [], signal })).rejects.toThrow('401');
  });

  it('is ended by a bad model once; other calls go on, and that model is refused from then on', async () => {
    await installBroken(directory);
    const call = await listen();
    const ended = new Promise<void>((resolve) => {
      onEnd = resolve;
    });
    await expect(listen('broken')).rejects.toMatchObject({ retryable: true });
    await ended;
    expect(ends).toHaveLength(1);
    expect(ends[0]).toMatchObject({ brokenModel: 'broken', lastWords: expect.stringContaining('onnx') });
    expect(await call.log.ended()).toMatchObject({ role: 'stt', retryable: true });
    // What a call does when its stream has failed.
    const { stream, log } = await listen();
    await expect(listen('broken')).rejects.toMatchObject({ retryable: false });
    write(stream, await say('bag'), 200);
    stream.finalize();
    expect((await finalOf(log)).text).toBe('b a g');
    expect(ends).toHaveLength(1);
  });

  it('is started again when it was killed', async () => {
    const call = await listen();
    const { pid } = engine;
    process.kill(pid!, 'SIGKILL');
    expect(await call.log.ended()).toMatchObject({ retryable: true });
    await listen();
    expect(engine.pid).not.toBe(pid);
    expect(ends).toMatchObject([{ signal: 'SIGKILL', brokenModel: null }]);
  });

  it('is gone when it was closed', async () => {
    const call = await listen();
    const { pid } = engine;
    await engine.close();
    await engine.close();
    expect(() => process.kill(pid!, 0)).toThrow('ESRCH');
    expect(await call.log.ended()).toBeInstanceOf(ProviderError);
    expect(ends).toEqual([]);
  });

  it('is gone when the process that started it was killed', async () => {
    await engine.close();
    const module = new URL('./speech-engine.ts', import.meta.url).href;
    const script = `
      const { SpeechEngine } = await import(${JSON.stringify(module)});
      const directory = ${JSON.stringify(directory)};
      const engine = new SpeechEngine({ modelsDir: directory, privateDir: directory, onEnd() {}, onUnavailable() {} });
      await engine.start();
      process.stdout.write(String(engine.pid));
      setInterval(() => {}, 1000);
    `;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [text] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(text);
    parent.kill('SIGKILL');
    for (;;) {
      try {
        process.kill(pid, 0);
      } catch {
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });
});
