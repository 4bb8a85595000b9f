import type { SpeechEvent } from '@parley/conversation/provider';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EventLog } from '../testing/conformance/event-log.ts';
import type { VendorConnection } from '../vendor.ts';
import { baseUrlOf } from './connection.ts';
import { soniox } from './index.ts';
import { SonioxServer } from './testing/soniox-server.ts';

let server: SonioxServer;
beforeEach(async () => {
  server = await new SonioxServer().start();
});
afterEach(() => server.close());

const connection = (): VendorConnection => ({ baseUrl: server.baseUrl, apiKey: server.apiKey });

const isFlushed = ({ type }: SpeechEvent): boolean => type === 'flushed';

describe('the voices of Soniox', () => {
  it('speak µ-law in the language of the agent', async () => {
    const tts = soniox.textToSpeech!(connection(), null);
    const session = tts.open({ voice: 'Maya', language: 'fil-PH' });
    session.push('Magandang umaga.');
    session.flush();
    await new EventLog(session).first(isFlushed);
    expect(server.speak.configurations).toMatchObject([
      { model: 'tts-rt-v2', voice: 'Maya', language: 'tl', audio_format: 'pcm_mulaw', sample_rate: 8000 },
    ]);
    tts.close();
  });

  it.each([true, false])('fail with the words of the vendor: of a stream: %s', async (isOfStream) => {
    const tts = soniox.textToSpeech!(connection(), null);
    server.holdNext();
    const session = tts.open({ voice: 'Maya', language: 'en' });
    const log = new EventLog(session);
    session.push('Good morning.');
    session.flush();
    await log.first(({ type }) => type === 'audio');
    server.speak.fail(402, 'Organization balance exhausted', isOfStream);
    expect(await log.ended()).toMatchObject({
      role: 'tts',
      retryable: false,
      advice: expect.stringContaining('credit'),
    });
    tts.close();
  });

  it('are listed with those of the account that are ready', async () => {
    server.cloned = Array.from({ length: 101 }, (_, index) => ({
      id: `clone-${index}`,
      name: `Clone ${index}`,
      status: index === 0 ? 'processing' : 'ready',
    }));
    const voices = await soniox.listVoices!(connection(), new AbortController().signal);
    expect(voices.slice(0, 2)).toEqual([
      { id: 'Adrian', name: 'Adrian: A calm man', languages: ['en', 'es'] },
      { id: 'Maya', name: 'Maya', languages: ['en', 'es'] },
    ]);
    expect(voices.slice(2).map(({ name }) => name)).toEqual(server.cloned.slice(1).map(({ name }) => name));
  });

  it('are of models that are listed, with the recognizers that stream', async () => {
    expect(await soniox.listModels!(connection(), new AbortController().signal)).toEqual([
      { id: 'stt-rt-v5', name: 'Real-time v5', kind: 'transcriber' },
      { id: 'tts-rt-v2', name: 'Text-to-Speech v2', kind: 'voice' },
      { id: 'tts-rt-preview', name: 'Preview', kind: 'voice' },
    ]);
  });

  it.each([
    [null, 'https://tts-rt.soniox.com'],
    ['https://api.eu.soniox.com', 'https://tts-rt.eu.soniox.com'],
    ['wss://stt-rt.jp.soniox.com', 'wss://tts-rt.jp.soniox.com'],
    ['https://proxy.example.com/soniox', 'https://proxy.example.com/soniox'],
  ])('have a host of their own in each region: %s', (baseUrl, expected) => {
    expect(baseUrlOf('tts-rt', { baseUrl, apiKey: null })).toBe(expected);
  });
});
