import { FRAME_MS, FRAME_SAMPLES } from '@parley/audio';
import type { SpeechToTextEvent, SpeechToTextOptions, SpeechToTextStream } from '@parley/conversation/provider';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EventLog } from '../testing/conformance/event-log.ts';
import { assemblyAi } from './index.ts';
import { AssemblyAiServer } from './testing/assemblyai-server.ts';

let server: AssemblyAiServer;
let streams: SpeechToTextStream[];
beforeEach(async () => {
  server = await new AssemblyAiServer().start();
  streams = [];
});
afterEach(async () => {
  for (const stream of streams) stream.close();
  await server.close();
});

const connect = (model: string | null = null) =>
  assemblyAi.speechToText!({ baseUrl: server.baseUrl, apiKey: server.apiKey }, model);

async function open(options: Partial<SpeechToTextOptions> = {}, stt = connect()) {
  const stream = await stt.open({ language: 'en', hints: [], signal: new AbortController().signal, ...options });
  streams.push(stream);
  return { stream, log: new EventLog(stream) };
}

function write(stream: SpeechToTextStream, durationMs: number, voiced: boolean): void {
  for (let ms = 0; ms < durationMs; ms += FRAME_MS) stream.write(new Int16Array(FRAME_SAMPLES), voiced);
}

const isFinal = ({ type }: SpeechToTextEvent): boolean => type === 'final';

describe('Universal Streaming', () => {
  it.each([
    ['en-GB', null, 'universal-streaming-english', null],
    ['de', null, 'universal-streaming-multilingual', null],
    [null, null, 'universal-streaming-multilingual', 'true'],
    ['en', 'u3-rt-pro', 'u3-rt-pro', null],
  ])('has the model of the language: %s, %s', async (language, model, expected, detection) => {
    await open({ language, hints: ['Dr Huber', 'x'.repeat(51)] }, connect(model));
    const { searchParams } = server.urls[0]!;
    expect(searchParams.get('speech_model')).toBe(expected);
    expect(searchParams.get('encoding')).toBe('pcm_mulaw');
    expect(searchParams.get('language_detection')).toBe(detection);
    expect(searchParams.get('keyterms_prompt')).toBe('["Dr Huber"]');
  });

  it('has turns that are likely to be over, go on, and are over', async () => {
    const { stream, log } = await open();
    write(stream, 1000, true);
    const speech = { startMs: 100, endMs: 500 };
    server.universal.turn({ ...speech, text: 'hi' }, { order: 0, isEnd: false });
    server.universal.turn({ ...speech, text: 'hi there' }, { order: 0, isEnd: false, utterance: 'hi there' });
    server.universal.turn({ ...speech, text: 'hi there you' }, { order: 0, isEnd: false });
    server.universal.turn({ ...speech, text: 'hi there you' }, { order: 0, isEnd: true });
    server.universal.turn({ ...speech, text: 'Hi there, you.' }, { order: 0, isEnd: true, isFormatted: true });
    server.universal.turn({ startMs: 900, endMs: 950, text: 'and' }, { order: 1, isEnd: false });
    await log.first((event) => event.type === 'partial' && event.text === 'and');
    const partial = { type: 'partial', startMs: 100, untilMs: null, wordsEndMs: 500 };
    expect(log.events).toEqual([
      { ...partial, text: 'hi' },
      { ...partial, text: 'hi there' },
      { type: 'turn', stage: 'likely' },
      { type: 'turn', stage: 'resumed' },
      { ...partial, text: 'hi there you' },
      expect.objectContaining({ type: 'final', text: 'hi there you', startMs: 100 }),
      { type: 'turn', stage: 'over' },
      { ...partial, text: 'and', startMs: 900, wordsEndMs: 950 },
    ]);
  });

  it('times words in milliseconds of the stream, and does not call over what it was asked to end', async () => {
    const { stream, log } = await open();
    write(stream, 600, true);
    stream.finalize();
    stream.finalize();
    await server.when(() => server.finalizes === 1);
    server.settle({ text: 'yes please', startMs: 200, endMs: 600 });
    server.hear({ text: 'and', startMs: 600, endMs: 700 });
    await log.first(({ type }) => type === 'partial');
    expect(log.events).toEqual([
      {
        type: 'final',
        text: 'yes please',
        words: [
          { text: 'yes', startMs: 200, endMs: 400 },
          { text: 'please', startMs: 400, endMs: 600 },
        ],
        startMs: 200,
      },
      { type: 'final', text: '', words: [], startMs: null },
      { type: 'partial', text: 'and', startMs: 600, untilMs: null, wordsEndMs: 700 },
    ]);
  });

  it('answers at once when nothing was said', async () => {
    const { stream, log } = await open();
    write(stream, 500, false);
    stream.finalize();
    expect(await log.first(isFinal)).toMatchObject({ text: '' });
    expect(server.finalizes).toBe(0);
  });

  it('never sends a piece that is too short', async () => {
    const { stream, log } = await open();
    for (let frames = 1; frames <= 12; frames += 1) {
      write(stream, frames * FRAME_MS, true);
      stream.finalize();
      await server.when(() => server.finalizes === frames);
      server.settle({ text: `turn ${frames}`, startMs: 0, endMs: 1 });
      await log.first((event) => event.type === 'final' && event.text === `turn ${frames}`);
    }
    expect(log.hasEnded).toBe(false);
  });

  it('reports the language, once for each change', async () => {
    const { log } = await open({ language: null });
    for (const [order, languageCode] of ['de', 'de', 'en'].entries())
      server.universal.turn({ text: 'ja', startMs: 0, endMs: 1 }, { order, isEnd: true, languageCode });
    await log.first((event) => event.type === 'language' && event.language === 'en');
    expect(log.events.filter(({ type }) => type === 'language')).toHaveLength(2);
  });

  it('does not open what was called off before', async () => {
    await expect(open({ signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'ProviderError' });
    expect(server.connections).toBe(0);
  });

  it('ends its session when it is closed', async () => {
    const { stream } = await open();
    stream.close();
    await server.when(() => server.universal.isTerminated);
  });

  it.each([
    [1008, 'Unauthorized Connection: Missing Authorization header', false, 'key'],
    [1008, 'Too many concurrent sessions', true, 'limit'],
    [1008, 'Insufficient funds', false, 'credit'],
    [3006, 'Invalid Message', false, 'refused'],
    [3008, 'Session Expired: Maximum session duration exceeded', true, null],
    [3009, 'Too many concurrent sessions', true, 'limit'],
    [3005, 'Session Cancelled: An error occurred', true, null],
  ])('fails by %i %s, with a message and without', async (code, text, retryable, advice) => {
    const { log } = await open();
    server.universal.fail(code, text);
    const error = await log.ended();
    expect(error).toMatchObject({ role: 'stt', provider: 'assemblyai', retryable });
    expect(error!.message).toContain(text);
    if (advice) expect(error).toMatchObject({ advice: expect.stringContaining(advice) });
    const closed = await open();
    server.universal.end(code, text);
    expect(await closed.log.ended()).toMatchObject({ retryable });
  });

  it('lists the models of the documentation', async () => {
    const models = await assemblyAi.listModels!({ baseUrl: null, apiKey: null }, new AbortController().signal);
    expect(models.every(({ kind }) => kind === 'transcriber')).toBe(true);
  });
});
