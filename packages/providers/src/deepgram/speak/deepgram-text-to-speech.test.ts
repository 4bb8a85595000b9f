import { spokenText } from '@parley/conversation/provider';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { EventLog } from '../../testing/conformance/event-log.ts';
import { DeepgramServer } from '../testing/deepgram-server.ts';
import { DeepgramTextToSpeech } from './deepgram-text-to-speech.ts';

const options = { voice: 'aura-2-thalia-en', language: 'en-US' };

let server: DeepgramServer;
let tts: DeepgramTextToSpeech;

beforeEach(async () => {
  server = await new DeepgramServer().start();
  tts = new DeepgramTextToSpeech({ baseUrl: server.baseUrl, apiKey: server.apiKey });
});

afterEach(async () => {
  vi.useRealTimers();
  tts.close();
  await server.close();
});

async function speak(text: string, voice = options.voice): Promise<number[]> {
  const { signal } = new AbortController();
  const samples: number[] = [];
  for await (const chunk of spokenText(tts, { ...options, voice, text, signal })) samples.push(...chunk.samples);
  return samples;
}

it('asks for telephone audio of the voice', async () => {
  expect(await speak('Good morning.')).toEqual([...server.audioOf('Good morning.')]);
  expect(Object.fromEntries(server.query)).toEqual({ model: options.voice, encoding: 'mulaw', sample_rate: '8000' });
});

it('says one thing after the other on one connection, until the vendor would flush no more', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  for (let clause = 0; clause < 20; clause += 1) await speak(`Clause ${clause}.`);
  expect(server.connections).toBe(1);
  await speak('One more.');
  expect(server.connections).toBe(2);
  vi.advanceTimersByTime(60_000);
  await speak('And on.');
  expect(server.connections).toBe(2);
});

it('has a connection for each voice, and keeps few', async () => {
  for (const voice of ['a', 'b', 'c', 'd', 'a']) await speak('Hello.', voice);
  expect(server.connections).toBe(5);
  await server.when(() => server.openConnections === 2);
});

it('uses a connection again once the vendor has confirmed that it is clear', async () => {
  server.holdNext();
  const session = tts.open(options);
  const log = new EventLog(session);
  session.push('I was about to say');
  session.flush();
  await log.first(({ type }) => type === 'audio');
  session.close();
  await server.when(() => server.aura[0]!.clears === 1);
  // The confirmation comes behind this connection's last stale piece, and before the answer to another one.
  await speak('Something else.', 'aura-2-apollo-en');
  await speak('Of course.');
  expect(server.connections).toBe(2);
});

it('gives up a connection that the vendor does not confirm to be clear', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  server.holdNext();
  const session = tts.open(options);
  const log = new EventLog(session);
  session.push('I was about to say');
  session.flush();
  await log.first(({ type }) => type === 'audio');
  server.aura[0]!.ignoresClear = true;
  session.cancel();
  await server.when(() => server.aura[0]!.clears === 1);
  expect(await speak('Of course.')).toEqual([...server.audioOf('Of course.')]);
  vi.advanceTimersByTime(2000);
  await server.when(() => server.openConnections === 1);
});

it('fails a clause that will not be flushed', async () => {
  server.holdNext();
  const session = tts.open(options);
  const log = new EventLog(session);
  session.push('Good morning.');
  session.flush();
  await log.first(({ type }) => type === 'audio');
  server.aura[0]!.warn('Flush limit exceeded');
  expect(await log.ended()).toMatchObject({ role: 'tts', retryable: true, message: 'deepgram: Flush limit exceeded' });
});

it.each([
  { code: 1009, reason: 'BIG-0001', retryable: false },
  { code: 1011, reason: 'NET-0000', retryable: true },
  { code: 1000, reason: '', retryable: true },
])('judges an end with $code within a clause', async ({ code, reason, retryable }) => {
  server.holdNext();
  const session = tts.open(options);
  const log = new EventLog(session);
  session.push('Good morning.');
  session.flush();
  await log.first(({ type }) => type === 'audio');
  server.aura[0]!.end(code, reason);
  expect(await log.ended()).toMatchObject({ role: 'tts', retryable });
});

it('connects again when the vendor has ended an idle connection', async () => {
  await speak('Good morning.');
  server.aura[0]!.end(1011, 'NET-0003');
  await server.when(() => server.openConnections === 0);
  expect(await speak('Of course.')).toEqual([...server.audioOf('Of course.')]);
});

it('says nothing once it is closed', async () => {
  tts.close();
  const log = new EventLog(tts.open(options));
  expect(await log.ended()).toBeNull();
  tts.prewarm(options);
  expect(server.connections).toBe(0);
});
