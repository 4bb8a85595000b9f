import { FRAME_MS, FRAME_SAMPLES } from '@parley/audio';
import type { SpeechToTextEvent, SpeechToTextOptions, SpeechToTextStream } from '@parley/conversation/provider';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EventLog } from '../testing/conformance/event-log.ts';
import { elevenLabs } from './index.ts';
import { ElevenLabsServer } from './testing/elevenlabs-server.ts';

let server: ElevenLabsServer;
let streams: SpeechToTextStream[];
beforeEach(async () => {
  server = await new ElevenLabsServer().start();
  streams = [];
});
afterEach(async () => {
  for (const stream of streams) stream.close();
  await server.close();
});

async function open(options: Partial<SpeechToTextOptions> = {}) {
  const stt = elevenLabs.speechToText!({ baseUrl: server.baseUrl, apiKey: server.apiKey }, null);
  const { signal } = new AbortController();
  const stream = await stt.open({ language: 'de-AT', hints: [], signal, ...options });
  streams.push(stream);
  return { stream, log: new EventLog(stream) };
}

function write(stream: SpeechToTextStream, durationMs: number, voiced: boolean): void {
  for (let ms = 0; ms < durationMs; ms += FRAME_MS) stream.write(new Int16Array(FRAME_SAMPLES), voiced);
}

const finals = (log: EventLog<SpeechToTextEvent>) => log.events.filter(({ type }) => type === 'final');
const isFinal = ({ type }: SpeechToTextEvent): boolean => type === 'final';

describe('Scribe', () => {
  it('is asked for the language and the key terms that it takes', async () => {
    await open({ hints: ['Dr Huber', 'a phrase that is too long for it', ''] });
    const { searchParams } = server.urls[0]!;
    expect(Object.fromEntries(searchParams)).toEqual({
      model_id: 'scribe_v2_realtime',
      audio_format: 'ulaw_8000',
      commit_strategy: 'manual',
      include_timestamps: 'true',
      language_code: 'de',
      keyterms: 'Dr Huber',
    });
  });

  it('times the words of a commit in milliseconds of the stream', async () => {
    const { stream, log } = await open();
    write(stream, 200, false);
    write(stream, 600, true);
    stream.finalize();
    await server.when(() => server.finalizes === 1);
    server.settle({ text: 'yes please', startMs: 200, endMs: 800 });
    expect(await log.first(isFinal)).toEqual({
      type: 'final',
      text: 'yes please',
      words: [
        { text: 'yes', startMs: 200, endMs: 400 },
        { text: 'please', startMs: 600, endMs: 800 },
      ],
      startMs: 200,
    });
  });

  it('reports the language when none is named, once for each change', async () => {
    const { stream, log } = await open({ language: null });
    for (const language of ['deu', 'de', 'en']) {
      const before = server.finalizes;
      write(stream, 500, true);
      stream.finalize();
      await server.when(() => server.finalizes > before);
      server.scribe.language = language;
      server.settle({ text: 'ja', startMs: 0, endMs: 500 });
      await log.first(isFinal, log.events.length);
    }
    expect(log.events.filter(({ type }) => type === 'language')).toEqual([
      { type: 'language', language: 'de' },
      { type: 'language', language: 'en' },
    ]);
  });

  it('answers for itself what is too short to be committed, behind what was asked before', async () => {
    const { stream, log } = await open();
    write(stream, 500, true);
    stream.finalize();
    await server.when(() => server.finalizes === 1);
    write(stream, 100, true);
    stream.finalize();
    server.settle({ text: 'yes', startMs: 0, endMs: 500 });
    await log.first((event) => event.type === 'final' && event.text === '');
    expect(finals(log)).toMatchObject([{ text: 'yes' }, { text: '', startMs: null }]);
    write(stream, 400, true);
    stream.finalize();
    await server.when(() => server.finalizes === 2);
    expect(server.heardMs).toBe(1000);
    server.settle({ text: 'please', startMs: 500, endMs: 1000 });
    expect(await log.first((event) => event.type === 'final' && event.text === 'please')).toMatchObject({
      startMs: 500,
    });
  });

  it('takes partials for the utterance that was committed until its final has come', async () => {
    const { stream, log } = await open();
    write(stream, 500, true);
    stream.finalize();
    await server.when(() => server.finalizes === 1);
    write(stream, 500, false);
    write(stream, 500, true);
    server.hear({ text: 'yes', startMs: 0, endMs: 500 });
    server.settle({ text: 'yes please', startMs: 0, endMs: 500 });
    server.hear({ text: 'and', startMs: 1000, endMs: 1500 });
    await log.first((event) => event.type === 'partial' && event.text === 'and');
    expect(log.events).toMatchObject([
      { type: 'partial', text: 'yes', startMs: 0 },
      { type: 'final', text: 'yes please', startMs: 0 },
      { type: 'partial', text: 'and', startMs: 1000 },
    ]);
  });

  it('does not fail when a commit is refused', async () => {
    const { stream, log } = await open();
    write(stream, 500, true);
    stream.finalize();
    await server.when(() => server.finalizes === 1);
    server.scribe.throttle();
    expect(await log.first(isFinal)).toMatchObject({ text: '' });
    expect(log.hasEnded).toBe(false);
  });

  it('has a final for a commit without words', async () => {
    const { stream, log } = await open();
    for (const text of ['', 'yes']) {
      const before = server.finalizes;
      write(stream, 500, true);
      stream.finalize();
      await server.when(() => server.finalizes > before);
      server.scribe.settleWithoutWords(text);
    }
    server.hear({ text: 'and', startMs: 1000, endMs: 1200 });
    await log.first(({ type }) => type === 'partial');
    expect(finals(log)).toMatchObject([{ text: '' }, { text: 'yes', words: [] }]);
  });

  it('begins another utterance where the vendor has committed by itself', async () => {
    const { stream, log } = await open();
    write(stream, 1000, true);
    await server.when(() => server.heardMs >= 900);
    server.settle({ text: 'a long story', startMs: 0, endMs: 900 });
    expect(await log.first(isFinal)).toMatchObject({ text: 'a long story', startMs: 0 });
    write(stream, 500, true);
    server.hear({ text: 'goes on', startMs: 1000, endMs: 1500 });
    const partial = await log.first(({ type }) => type === 'partial');
    expect(partial).toMatchObject({ text: 'goes on', startMs: 1000 });
  });

  it.each([
    ['auth_error', false, 'key'],
    ['quota_exceeded', false, 'credit'],
    ['unaccepted_terms', false, 'allowed'],
    ['rate_limited', true, 'limit'],
    ['input_error', false, 'refused'],
    ['session_time_limit_exceeded', true, null],
    ['queue_overflow', true, null],
    ['transcriber_error', true, null],
  ])('fails by %s', async (type, retryable, advice) => {
    const { log } = await open();
    server.scribe.fail(type, 'In words.');
    const error = await log.ended();
    expect(error).toMatchObject({ role: 'stt', provider: 'elevenlabs', retryable });
    expect(error!.message).toContain(`${type}: In words.`);
    if (advice) expect(error).toMatchObject({ advice: expect.stringContaining(advice) });
  });
});
