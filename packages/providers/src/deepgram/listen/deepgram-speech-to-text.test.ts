import type { SpeechToTextEvent, SpeechToTextStream } from '@parley/conversation/provider';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { EventLog } from '../../testing/conformance/event-log.ts';
import { DeepgramServer } from '../testing/deepgram-server.ts';
import { DeepgramSpeechToText } from './deepgram-speech-to-text.ts';

let server: DeepgramServer;
let stream: SpeechToTextStream | null;

beforeEach(async () => {
  server = await new DeepgramServer().start();
  stream = null;
});

afterEach(async () => {
  vi.useRealTimers();
  stream?.close();
  await server.close();
});

async function open(model: string, hints: string[] = []): Promise<EventLog<SpeechToTextEvent>> {
  const stt = new DeepgramSpeechToText({ baseUrl: server.baseUrl, apiKey: server.apiKey }, model);
  stream = await stt.open({ language: 'en-US', hints, signal: new AbortController().signal });
  return new EventLog(stream);
}

it('asks for telephone audio and every key term', async () => {
  await open('nova-3', ['Parley', 'C & A', 'Müller']);
  expect(Object.fromEntries(server.query)).toMatchObject({ model: 'nova-3', encoding: 'mulaw', sample_rate: '8000' });
  expect(server.query.getAll('keyterm')).toEqual(['Parley', 'C & A', 'Müller']);
});

it('keeps a stream alive in text, and only when nothing else does', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await open('nova-3');
  vi.advanceTimersByTime(4000);
  await server.when(() => server.nova.keepAlives === 1);
  stream!.write(new Int16Array(160), false);
  stream!.write(new Int16Array(160), false);
  vi.advanceTimersByTime(4000);
  vi.advanceTimersByTime(4000);
  await server.when(() => server.nova.keepAlives === 2);
  expect(server.nova.messages).toBe(3);
});

it.each([
  { code: 1008, reason: 'DATA-0000', retryable: false },
  { code: 1011, reason: 'NET-0001', retryable: true },
  { code: 1000, reason: '', retryable: true },
])('judges an end with $code', async ({ code, reason, retryable }) => {
  const log = await open('nova-3');
  server.nova.end(code, reason);
  const error = await log.ended();
  expect(error).toMatchObject({ name: 'ProviderError', role: 'stt', provider: 'deepgram', retryable });
  expect(error!.message).toContain(reason);
});

it('fails with what the vendor says', async () => {
  const log = await open('flux-general-en');
  server.flux.fail('INTERNAL_SERVER_ERROR', 'It broke');
  expect(await log.ended()).toMatchObject({ message: 'deepgram: INTERNAL_SERVER_ERROR It broke', retryable: true });
});

it('fails when the vendor sends what is no JSON', async () => {
  const log = await open('nova-3');
  server.nova.sendRaw('<html>');
  expect(await log.ended()).toMatchObject({ name: 'ProviderError', message: expect.stringContaining('<html>') });
});

it('tells the turns of Flux', async () => {
  const log = await open('flux-general-en');
  const speech = { text: 'I need help', startMs: 0, endMs: 1000 };
  server.hear(speech);
  server.flux.turn('EagerEndOfTurn', { index: 0, speech });
  server.flux.end(speech);
  await log.first((event) => event.type === 'turn' && event.stage === 'over');
  expect(log.events.map((event) => (event.type === 'turn' ? event.stage : event.type))).toEqual([
    'partial',
    'likely',
    'final',
    'over',
  ]);
});
