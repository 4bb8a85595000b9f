import { FRAME_MS, FRAME_SAMPLES } from '@parley/audio';
import type { SpeechToTextEvent, SpeechToTextOptions, SpeechToTextStream } from '@parley/conversation/provider';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EventLog } from '../testing/conformance/event-log.ts';
import { azure } from './index.ts';
import { AzureServer } from './testing/azure-server.ts';

let server: AzureServer;
let streams: SpeechToTextStream[];
beforeEach(async () => {
  server = await new AzureServer().start();
  streams = [];
});
afterEach(async () => {
  for (const stream of streams) stream.close();
  await server.close();
});

const connect = (model: string | null = null) =>
  azure.speechToText!({ baseUrl: server.baseUrl, apiKey: server.apiKey }, model);

async function open(options: Partial<SpeechToTextOptions> = {}, stt = connect()) {
  const stream = await stt.open({ language: 'en', hints: [], signal: new AbortController().signal, ...options });
  streams.push(stream);
  await server.when(() => server.turns[0]?.hasHeader === true);
  return { stream, log: new EventLog(stream) };
}

function write(stream: SpeechToTextStream, durationMs: number, voiced: boolean): void {
  for (let ms = 0; ms < durationMs; ms += FRAME_MS) stream.write(new Int16Array(FRAME_SAMPLES), voiced);
}

const isFinal = ({ type }: SpeechToTextEvent): boolean => type === 'final';

describe('Azure', () => {
  it.each([
    ['en', null, { format: 'detailed', language: 'en-US' }],
    ['en-GB', 'base', { format: 'detailed', language: 'en-GB' }],
    ['es-419', 'f0a8-custom', { format: 'detailed', language: 'es-ES', cid: 'f0a8-custom' }],
    ['zh-Hant-TW', null, { format: 'detailed', language: 'zh-TW' }],
    ['no', null, { format: 'detailed', language: 'nb-NO' }],
    [null, null, { format: 'detailed', lidEnabled: 'true' }],
  ])('asks for the locale of %s, and for the model %s', async (language, model, expected) => {
    await open({ language }, connect(model));
    expect(Object.fromEntries(server.urls[0]!.searchParams)).toEqual(expected);
  });

  it('says what is likely to be heard, and in which languages, before each turn', async () => {
    const { stream } = await open({ language: null, hints: ['Dr Huber', ' '] });
    write(stream, 100, true);
    stream.finalize();
    await server.when(() => server.turns[1]?.hasHeader === true);
    for (const { context } of server.turns) {
      expect(context).toMatchObject({
        dgi: { groups: [{ type: 'Generic', items: [{ text: 'Dr Huber' }] }] },
        languageId: { mode: 'DetectContinuous' },
      });
      const { languages } = context.languageId as { languages: string[] };
      expect(languages).toHaveLength(10);
      expect(languages[0]).toBe('en-US');
    }
  });

  it('hears one turn at a time over each of two connections, whatever the number of turns', async () => {
    const { stream, log } = await open();
    for (let turn = 0; turn < 5; turn += 1) {
      write(stream, 1000, true);
      stream.finalize();
      await server.when(() => server.finalizes === turn + 1);
      server.settle({ text: `Turn ${turn}.`, startMs: turn * 1000 + 200, endMs: turn * 1000 + 800 });
      await log.first((event) => event.type === 'final' && event.text === `Turn ${turn}.`);
    }
    expect(server.connections).toBe(2);
    expect(log.events.at(-1)).toEqual({
      type: 'final',
      text: 'Turn 4.',
      words: [
        { text: 'turn', startMs: 4200, endMs: 4500 },
        { text: '4.', startMs: 4500, endMs: 4800 },
      ],
      startMs: 4200,
    });
  });

  it('has the phrases that the vendor ends by itself, and goes on behind a turn that it ends', async () => {
    const { stream, log } = await open();
    write(stream, 1200, true);
    await server.when(() => server.heardMs === 1200);
    const [turn] = server.turns;
    turn!.hypothesis({ text: 'good', startMs: 100, endMs: 400 });
    turn!.phrase({ text: 'Good morning.', startMs: 100, endMs: 700 });
    turn!.status('InitialSilenceTimeout');
    turn!.end();
    await server.when(() => server.turns.length === 2);
    write(stream, 600, true);
    stream.finalize();
    stream.finalize();
    await server.when(() => server.finalizes === 1);
    server.settle({ text: 'How are you?', startMs: 1300, endMs: 1700 });
    await log.first((event) => event.type === 'final' && event.text === '');
    expect(log.events).toMatchObject([
      { type: 'partial', text: 'good', startMs: 100 },
      { type: 'final', text: 'Good morning.', startMs: 100 },
      { type: 'final', text: 'How are you?', startMs: 1300 },
      { type: 'final', text: '', startMs: null },
    ]);
  });

  it('tells the language, once for each change, where it is to tell', async () => {
    const { log } = await open({ language: null });
    const [turn] = server.turns;
    for (const language of ['de-DE', 'de-DE', 'en-US']) turn!.phrase({ text: 'Ja.', startMs: 0, endMs: 1 }, language);
    await log.first((event) => event.type === 'language' && event.language === 'en-US');
    expect(log.events.filter(({ type }) => type === 'language')).toHaveLength(2);
  });

  it('answers at once when nothing was said', async () => {
    const { stream, log } = await open();
    write(stream, 500, false);
    stream.finalize();
    expect(await log.first(isFinal)).toMatchObject({ text: '' });
    expect(server.finalizes).toBe(0);
  });

  it('does without turns that the vendor never ends, and keeps few connections', async () => {
    const { stream, log } = await open();
    for (let turn = 0; turn < 6; turn += 1) {
      write(stream, 200, true);
      stream.finalize();
      await server.when(() => server.finalizes === turn + 1);
    }
    expect(log.events.filter(isFinal)).toHaveLength(3);
    await server.when(() => server.openConnections <= 4);
    expect(log.hasEnded).toBe(false);
  });

  it('makes a connection again that was closed while it heard nothing', async () => {
    const { stream, log } = await open();
    write(stream, 200, true);
    stream.finalize();
    await server.when(() => server.finalizes === 1);
    server.settle({ text: 'One.', startMs: 0, endMs: 200 });
    await log.first(isFinal);
    await server.when(() => server.turns[1]?.hasHeader === true);
    server.closeIdle();
    await server.when(() => server.openConnections === 1);
    write(stream, 200, true);
    stream.finalize();
    await server.when(() => server.finalizes === 2);
    server.settle({ text: 'Two.', startMs: 200, endMs: 400 });
    await log.first((event) => event.type === 'final' && event.text === 'Two.');
    await server.when(() => server.connections === 3);
  });

  it.each([
    ['TooManyRequests', true, 'limit'],
    ['Forbidden', false, 'key'],
    ['BadRequest', false, 'refused'],
    ['Error', true, null],
  ])('fails by the status %s', async (status, retryable, advice) => {
    const { log } = await open();
    server.turns[0]!.status(status);
    const error = await log.ended();
    expect(error).toMatchObject({ role: 'stt', provider: 'azure', retryable });
    if (advice) expect(error).toMatchObject({ advice: expect.stringContaining(advice) });
  });

  it('does not open without an address, or what was called off before', async () => {
    const nowhere = azure.speechToText!({ baseUrl: null, apiKey: 'key' }, null);
    await expect(open({}, nowhere)).rejects.toMatchObject({ name: 'ProviderError', retryable: false });
    await expect(open({ signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'ProviderError' });
    expect(server.connections).toBe(0);
  });
});
