import { FRAME_MS, FRAME_SAMPLES } from '@parley/audio';
import type { SpeechToTextEvent, SpeechToTextOptions, SpeechToTextStream } from '@parley/conversation/provider';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EventLog } from '../testing/conformance/event-log.ts';
import { soniox } from './index.ts';
import { marker, tokensOf } from './testing/listen-conversation.ts';
import { SonioxServer } from './testing/soniox-server.ts';

let server: SonioxServer;
let streams: SpeechToTextStream[];
beforeEach(async () => {
  server = await new SonioxServer().start();
  streams = [];
});
afterEach(async () => {
  for (const stream of streams) stream.close();
  await server.close();
});

const connect = (model: string | null = null) =>
  soniox.speechToText!({ baseUrl: server.baseUrl, apiKey: server.apiKey }, model);

async function open(options: Partial<SpeechToTextOptions> = {}, stt = connect()) {
  const stream = await stt.open({ language: 'en', hints: [], signal: new AbortController().signal, ...options });
  streams.push(stream);
  return { stream, log: new EventLog(stream) };
}

function write(stream: SpeechToTextStream, durationMs: number, voiced: boolean): void {
  for (let ms = 0; ms < durationMs; ms += FRAME_MS) stream.write(new Int16Array(FRAME_SAMPLES), voiced);
}

const isFinal = ({ type }: SpeechToTextEvent): boolean => type === 'final';

describe('Soniox', () => {
  it('asks for the telephone as it is, with the words and the language that are likely', async () => {
    await open({ language: 'nb-NO', hints: ['Dr Huber', '', 'x'.repeat(8001), 'Oslo'] });
    await server.when(() => server.listen.configuration !== null);
    expect(server.listen.configuration).toEqual({
      model: 'stt-rt-v5',
      audio_format: 'mulaw',
      sample_rate: 8000,
      num_channels: 1,
      enable_endpoint_detection: true,
      language_hints: ['no'],
      context: { terms: ['Dr Huber'] },
    });
  });

  it('tells languages from each other where none is named', async () => {
    const { log } = await open({ language: null }, connect('stt-rt-v4'));
    await server.when(() => server.listen.configuration !== null);
    expect(server.listen.configuration).toMatchObject({ model: 'stt-rt-v4', enable_language_identification: true });
    server.listen.end({ text: 'guten Morgen', startMs: 0, endMs: 900 }, 'de');
    server.listen.end({ text: 'ja bitte', startMs: 1000, endMs: 1500 }, 'de');
    const english = tokensOf(
      { text: 'in English please', startMs: 2000, endMs: 2500 },
      { isFinal: true, language: 'en' },
    );
    const [foreign] = tokensOf({ text: 'ja', startMs: 2500, endMs: 2600 }, { isFinal: true, language: 'de' });
    server.listen.result([...english, foreign!, marker('<end>')], []);
    await log.first((event) => event.type === 'final' && event.text.startsWith('in English'));
    expect(log.events.filter(({ type }) => type === 'language')).toEqual([
      { type: 'language', language: 'de' },
      { type: 'language', language: 'en' },
    ]);
  });

  it('makes words of tokens, and has an utterance behind each end that it finds by itself', async () => {
    const { stream, log } = await open();
    write(stream, 1000, true);
    server.hear({ text: 'what is', startMs: 100, endMs: 500 });
    server.listen.result(tokensOf({ text: 'what is', startMs: 100, endMs: 500 }, { isFinal: true }), [
      { text: ' the', start_ms: 500, end_ms: 600, confidence: 0.5, is_final: false },
    ]);
    server.listen.result(
      [{ text: ' that', start_ms: 500, end_ms: 700, confidence: 1, is_final: true }, marker('<end>')],
      [{ text: 'and', start_ms: 900, end_ms: 950, confidence: 0.5, is_final: false }],
    );
    await log.first((event) => event.type === 'partial' && event.text === 'and');
    const partial = { type: 'partial', startMs: 100, untilMs: null };
    expect(log.events).toEqual([
      { ...partial, text: 'what is', wordsEndMs: 500 },
      { ...partial, text: 'what is the', wordsEndMs: 600 },
      {
        type: 'final',
        text: 'what is that',
        words: [
          { text: 'what', startMs: 100, endMs: 300 },
          { text: 'is', startMs: 300, endMs: 500 },
          { text: 'that', startMs: 500, endMs: 700 },
        ],
        startMs: 100,
      },
      { type: 'turn', stage: 'over' },
      { ...partial, text: 'and', startMs: 900, wordsEndMs: 950 },
    ]);
  });

  it('has words where there are no spaces', async () => {
    const { log } = await open({ language: 'ja' });
    const tokens = ['東京', 'です', '。'].map((text, index) => ({
      text,
      start_ms: index * 100,
      end_ms: index * 100 + 100,
      is_final: true,
    }));
    server.listen.result([...tokens, marker('<end>')], []);
    expect(await log.first(isFinal)).toMatchObject({
      text: '東京です。',
      words: [
        { text: '東京', startMs: 0, endMs: 100 },
        { text: 'です。', startMs: 100, endMs: 300 },
      ],
    });
  });

  it('says how much silence is behind the voice, and keeps what comes meanwhile apart', async () => {
    const { stream, log } = await open();
    write(stream, 600, true);
    write(stream, 200, false);
    stream.finalize();
    stream.finalize();
    await server.when(() => server.finalizes === 1);
    expect(server.listen.finalized).toEqual([200]);
    // It may have found the end itself by then.
    server.listen.end({ text: 'yes please', startMs: 200, endMs: 600 });
    server.listen.result([marker('<fin>')], tokensOf({ text: 'and', startMs: 900, endMs: 950 }, { isFinal: false }));
    await log.first((event) => event.type === 'partial' && event.text === 'and');
    expect(log.events.map((event) => ('text' in event ? `${event.type} ${event.text}` : event.type))).toEqual([
      'final yes please',
      'turn',
      'final ',
      'final ',
      'partial and',
    ]);
  });

  it('answers at once when nothing was said', async () => {
    const { stream, log } = await open();
    write(stream, 500, false);
    stream.finalize();
    expect(await log.first(isFinal)).toMatchObject({ text: '' });
    expect(server.finalizes).toBe(0);
  });

  it.each([
    [400, 'Invalid model specified.', false, 'refused'],
    [401, 'Incorrect API key provided', false, 'key'],
    [402, 'Organization balance exhausted', false, 'credit'],
    [408, 'Request timeout', true, null],
    [429, 'Too many concurrent requests', true, 'limit'],
    [503, 'Cannot continue request (code 3). Please restart the request.', true, null],
  ])('fails by %i %s', async (code, text, retryable, advice) => {
    const { log } = await open();
    server.listen.fail(code, text);
    const error = await log.ended();
    expect(error).toMatchObject({ role: 'stt', provider: 'soniox', retryable });
    expect(error!.message).toContain(text);
    if (advice) expect(error).toMatchObject({ advice: expect.stringContaining(advice) });
  });
});
