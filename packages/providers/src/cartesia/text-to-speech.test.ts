import type { SpeechEvent } from '@parley/conversation/provider';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EventLog } from '../testing/conformance/event-log.ts';
import { cartesia } from './index.ts';
import { CartesiaServer } from './testing/cartesia-server.ts';

const VOICE = 'f786b574-daa5-4673-aa0c-cbe3e8534c02';
const isFlushed = ({ type }: SpeechEvent): boolean => type === 'flushed';
const isAudio = ({ type }: SpeechEvent): boolean => type === 'audio';

let server: CartesiaServer;
beforeEach(async () => {
  server = await new CartesiaServer().start();
});
afterEach(() => server.close());

const connect = () => cartesia.textToSpeech!({ baseUrl: server.baseUrl, apiKey: server.apiKey }, null);

function say(text: string, { tts = connect(), language = 'en-US' } = {}) {
  const session = tts.open({ voice: VOICE, language });
  session.push(text);
  session.flush();
  return { session, log: new EventLog(session) };
}

describe('Sonic', () => {
  it('is asked for a clause as a whole, in µ-law, with times', async () => {
    const { log } = say('Your tag is <spell>AB</spell> [laughter].', { language: 'fil-PH' });
    await log.first(isFlushed);
    expect(server.sonic.requests).toEqual([
      {
        model_id: 'sonic-3',
        voice: { mode: 'id', id: VOICE },
        language: 'tl',
        output_format: { container: 'raw', encoding: 'pcm_mulaw', sample_rate: 8000 },
        context_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        transcript: 'Your tag is < spell>AB< /spell> [ laughter].',
        continue: false,
        add_timestamps: true,
        use_normalized_timestamps: false,
      },
    ]);
  });

  it('times the words of every clause from its beginning', async () => {
    const tts = connect();
    for (const text of ['Good morning to you.', 'How can I help?']) {
      const { session, log } = say(text, { tts });
      await log.first(isFlushed);
      const words = log.events.flatMap((event) => (event.type === 'audio' ? (event.words ?? []) : []));
      const eachMs = server.audioOf(text).length / 8 / words.length;
      expect(words.map((word) => word.text)).toEqual(text.split(' '));
      words.forEach(({ startMs, endMs }, index) => {
        expect(startMs).toBeCloseTo(index * eachMs, 3);
        expect(endMs).toBeCloseTo((index + 1) * eachMs, 3);
      });
      session.close();
    }
    tts.close();
  });

  it('is asked to stop what is called off', async () => {
    const tts = connect();
    server.holdNext();
    const { session, log } = say('I was about to say.', { tts });
    await log.first(isAudio);
    session.cancel();
    await server.when(() => server.sonic.cancelled === 1);
    tts.close();
  });

  it('says all voices and languages on one connection', async () => {
    const tts = connect();
    for (const language of ['en', 'de']) await say('Hallo.', { tts, language }).log.first(isFlushed);
    await say('Hello.', { tts }).log.first(isFlushed);
    expect(server.connections).toBe(1);
    tts.close();
  });

  it.each([
    [401, false, 'key'],
    [402, false, 'credit'],
    [404, false, 'voice'],
    [429, true, 'limit'],
    [500, true, null],
  ])('fails by an error %i of the connection', async (status, retryable, advice) => {
    server.holdNext();
    const { log } = say('Hello.');
    await log.first(isAudio);
    server.sonic.fail({ status_code: status, title: 'A title', message: 'In words.' }, false);
    const error = await log.ended();
    expect(error).toMatchObject({ role: 'tts', provider: 'cartesia', retryable });
    expect(error!.message).toContain('A title: In words.');
    if (advice) expect(error).toMatchObject({ advice: expect.stringContaining(advice) });
  });

  it('fails one session by an error of its context', async () => {
    const tts = connect();
    server.holdNext();
    const first = say('The first thing.', { tts });
    await first.log.first(isAudio);
    server.holdNext();
    const second = say('The second thing.', { tts });
    await second.log.first(isAudio);
    server.sonic.fail({ status_code: 400, title: 'Invalid transcript', message: 'In words.' }, true);
    expect(await second.log.ended()).toMatchObject({ retryable: false });
    server.release();
    await first.log.first(isFlushed);
    tts.close();
  });
});

describe('lists of Cartesia', () => {
  const { signal } = new AbortController();
  const connection = (apiKey = server.apiKey) => ({ baseUrl: server.baseUrl, apiKey });

  it('have all voices, page by page', async () => {
    server.voices = Array.from({ length: 250 }, (_, index) => ({
      id: `v${index}`,
      name: `V ${index}`,
      language: 'en',
    }));
    const voices = await cartesia.listVoices!(connection(), signal);
    expect(voices).toEqual(server.voices.map(({ id, name, language }) => ({ id, name, languages: [language] })));
  });

  it('have the models of the documentation', async () => {
    const models = await cartesia.listModels!(connection(), signal);
    expect(models.map(({ id, kind }) => [id, kind])).toContainEqual(['ink-2', 'transcriber']);
  });

  it('fail with what to do about it', async () => {
    await expect(cartesia.listVoices!(connection('wrong'), signal)).rejects.toMatchObject({
      name: 'ProviderError',
      retryable: false,
      advice: expect.stringContaining('key'),
    });
  });
});
