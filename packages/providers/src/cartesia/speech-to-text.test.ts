import { FRAME_MS, FRAME_SAMPLES } from '@parley/audio';
import type { SpeechToTextEvent, SpeechToTextStream } from '@parley/conversation/provider';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EventLog } from '../testing/conformance/event-log.ts';
import { cartesia } from './index.ts';
import { CartesiaServer } from './testing/cartesia-server.ts';

let server: CartesiaServer;
let streams: SpeechToTextStream[];
beforeEach(async () => {
  server = await new CartesiaServer().start();
  streams = [];
});
afterEach(async () => {
  for (const stream of streams) stream.close();
  await server.close();
});

async function open(hints: string[] = []) {
  const stt = cartesia.speechToText!({ baseUrl: server.baseUrl, apiKey: server.apiKey }, null);
  const stream = await stt.open({ language: 'en', hints, signal: new AbortController().signal });
  streams.push(stream);
  return { stream, log: new EventLog(stream) };
}

function write(stream: SpeechToTextStream, durationMs: number, voiced: boolean): void {
  for (let ms = 0; ms < durationMs; ms += FRAME_MS) stream.write(new Int16Array(FRAME_SAMPLES), voiced);
}

const heard = (text: string) => ({ text, startMs: 0, endMs: 0 });
const isFinal = ({ type }: SpeechToTextEvent): boolean => type === 'final';
const isOver = (event: SpeechToTextEvent): boolean => event.type === 'turn' && event.stage === 'over';

describe('Ink', () => {
  it('is asked for turns of µ-law with as many key terms as it takes', async () => {
    await open(['Dr Huber', '', 'x'.repeat(1300), 'half past nine']);
    const { searchParams } = server.urls[0]!;
    expect([...searchParams]).toEqual([
      ['model', 'ink-2'],
      ['encoding', 'pcm_mulaw'],
      ['sample_rate', '8000'],
      ['keyterm', 'Dr Huber'],
      ['keyterm', 'half past nine'],
    ]);
  });

  it('has turns that are likely to be over, go on, and are over, each behind its text', async () => {
    const { stream, log } = await open();
    write(stream, 400, false);
    write(stream, 600, true);
    await server.when(() => server.heardMs >= 900);
    server.hear(heard('I need'));
    server.ink.endEagerly('I need to cancel');
    server.ink.resume();
    server.hear(heard('I need to cancel my'));
    server.ink.endEagerly('I need to cancel my plan.');
    server.settle(heard('I need to cancel my plan.'));
    await log.first(isOver);
    const partial = { type: 'partial', startMs: 400, untilMs: null };
    expect(log.events).toEqual([
      { ...partial, text: 'I need' },
      { ...partial, text: 'I need to cancel' },
      { type: 'turn', stage: 'likely' },
      { type: 'turn', stage: 'resumed' },
      { ...partial, text: 'I need to cancel my' },
      { ...partial, text: 'I need to cancel my plan.' },
      { type: 'turn', stage: 'likely' },
      { type: 'final', text: 'I need to cancel my plan.', words: [], startMs: 400 },
      { type: 'turn', stage: 'over' },
    ]);
  });

  it('loses its patience when it is asked, until the turn is over', async () => {
    const { stream, log } = await open();
    const { settings } = server.ink;
    write(stream, 600, true);
    stream.finalize();
    await server.when(() => server.finalizes === 1);
    expect(server.ink.settings).toMatchObject({ end_timeout_ms: 640, end_threshold: 0.5 });
    server.settle(heard('Yes.'));
    server.hear(heard('And'));
    await log.first((event) => event.type === 'partial' && event.text === 'And');
    expect(log.events.some(isOver)).toBe(false);
    await server.when(() => server.ink.settings.end_timeout_ms === settings.end_timeout_ms);
    expect(server.ink.settings).toEqual(settings);
  });

  it('has its patience back when the caller goes on', async () => {
    const { stream } = await open();
    write(stream, 600, true);
    stream.finalize();
    await server.when(() => server.finalizes === 1);
    write(stream, 100, false);
    expect(server.ink.settings.end_timeout_ms).toBe(640);
    write(stream, 20, true);
    await server.when(() => server.ink.settings.end_timeout_ms === 5600);
  });

  it('answers every question about the same turn, the text once', async () => {
    const { stream, log } = await open();
    write(stream, 600, true);
    stream.finalize();
    write(stream, 200, true);
    stream.finalize();
    await server.when(() => server.finalizes === 2);
    server.settle(heard('Yes please.'));
    await log.first((event) => event.type === 'final' && event.text === '');
    expect(log.events.filter(isFinal)).toMatchObject([
      { text: 'Yes please.', startMs: 0 },
      { text: '', startMs: null },
    ]);
  });

  it('answers at once when nothing was said since its last turn', async () => {
    const { stream, log } = await open();
    stream.finalize();
    expect(await log.first(isFinal)).toMatchObject({ text: '' });
    write(stream, 600, true);
    write(stream, 300, false);
    await server.when(() => server.heardMs >= 840);
    server.settle(heard('Yes.'));
    await log.first(isOver);
    const from = log.events.length;
    stream.finalize();
    expect(await log.first(isFinal, from)).toMatchObject({ text: '' });
    expect(server.finalizes).toBe(0);
  });

  it.each([
    [401, false, 'key'],
    [429, true, 'limit'],
    [503, true, null],
  ])('fails by an error %i', async (status, retryable, advice) => {
    const { log } = await open();
    server.ink.fail(status, 'A title', 'In words.');
    const error = await log.ended();
    expect(error).toMatchObject({ role: 'stt', provider: 'cartesia', retryable });
    expect(error!.message).toContain('A title: In words.');
    if (advice) expect(error).toMatchObject({ advice: expect.stringContaining(advice) });
  });
});
