import type { SpeechEvent, SpokenWord } from '@parley/conversation/provider';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EventLog } from '../testing/conformance/event-log.ts';
import { passSecond } from '../testing/conformance/virtual-second.ts';
import { elevenLabs } from './index.ts';
import { ElevenLabsServer } from './testing/elevenlabs-server.ts';

const VOICE = 'Xb7hH8MSUJpSbSDYk0k2';
const isFlushed = ({ type }: SpeechEvent): boolean => type === 'flushed';
const isAudio = ({ type }: SpeechEvent): boolean => type === 'audio';

let server: ElevenLabsServer;
beforeEach(async () => {
  server = await new ElevenLabsServer().start();
});
afterEach(async () => {
  vi.useRealTimers();
  await server.close();
});

const connect = (model: string | null = null) =>
  elevenLabs.textToSpeech!({ baseUrl: server.baseUrl, apiKey: server.apiKey }, model);

function say(text: string, { tts = connect(), language = 'en-US', voice = VOICE } = {}) {
  const session = tts.open({ voice, language });
  session.push(text);
  session.flush();
  return { session, log: new EventLog(session) };
}

async function wordsOf(text: string): Promise<SpokenWord[]> {
  const { log } = say(text);
  await log.first(isFlushed);
  return log.events.flatMap((event) => (event.type === 'audio' ? (event.words ?? []) : []));
}

describe('words of ElevenLabs', () => {
  const TEXT = 'Your appointment is at half past nine.';
  const audioMs = () => server.audioOf(TEXT).length / 8;

  it.each([
    ['as documented', {}],
    ['counting on from piece to piece', { countsOn: true }],
    ['beginning again', { beginsAgain: true }],
  ])('have times from the beginning of the clause: alignment %s', async (_, alignments) => {
    server.alignments = alignments;
    const words = await wordsOf(TEXT);
    expect(words.map(({ text }) => text)).toEqual(TEXT.split(' '));
    const eachMs = audioMs() / TEXT.length;
    for (const { text, startMs, endMs } of words) {
      expect(startMs).toBeCloseTo(TEXT.indexOf(text) * eachMs, 3);
      expect(endMs).toBeCloseTo((TEXT.indexOf(text) + text.length) * eachMs, 3);
    }
  });

  it('are absent where the vendor has no times', async () => {
    server.alignments = { absent: true };
    expect(await wordsOf(TEXT)).toEqual([]);
  });
});

describe('the address of ElevenLabs', () => {
  it.each([
    [null, 'en-US', 'en'],
    [null, 'nb-NO', 'no'],
    [null, 'th', null],
    ['eleven_turbo_v2_5', 'de', 'de'],
    ['eleven_multilingual_v2', 'de', null],
  ])('has the language where the model takes it: %s, %s', async (model, language, code) => {
    const { log } = say('Hello.', { tts: connect(model), language, voice: 'a voice/1' });
    await log.first(isFlushed);
    const { pathname, searchParams } = server.urls[0]!;
    expect(pathname).toBe('/v1/text-to-speech/a%20voice%2F1/multi-stream-input');
    expect(searchParams.get('model_id')).toBe(model ?? 'eleven_flash_v2_5');
    expect(searchParams.get('output_format')).toBe('ulaw_8000');
    expect(searchParams.get('language_code')).toBe(code);
  });

  it('is shared by the sessions of a voice', async () => {
    const tts = connect();
    await say('One.', { tts }).log.first(isFlushed);
    await say('Two.', { tts }).log.first(isFlushed);
    await say('Three.', { tts, voice: 'another' }).log.first(isFlushed);
    expect(server.connections).toBe(2);
    tts.close();
  });
});

describe('contexts of ElevenLabs', () => {
  it('are known by either spelling of their name', async () => {
    server.isSnakeCase = true;
    const { log } = say('Hello.');
    await log.first(isFlushed);
  });

  it('are never more than five, with those that are given up', async () => {
    const tts = connect();
    server.holdNext(7);
    for (let interruption = 0; interruption < 4; interruption += 1) {
      const { session, log } = say(`Interrupted ${interruption}.`, { tts });
      await log.first(isAudio);
      session.close();
    }
    const waiting = ['Of course.', 'What else?', 'Anything?'].map((text) => say(text, { tts }).log);
    // What was sent before has arrived when another connection is taken.
    tts.prewarm({ voice: 'another', language: 'en' });
    await server.when(() => server.connections === 2);
    server.release();
    for (const log of waiting) await log.first(isAudio);
    server.release();
    for (const log of waiting) await log.first(isFlushed);
    expect(server.connections).toBe(2);
    tts.close();
  });

  it('that do not end are forgotten at last', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const tts = connect();
    server.holdNext(4);
    for (let interruption = 0; interruption < 4; interruption += 1) {
      const { session, log } = say(`Interrupted ${interruption}.`, { tts });
      await log.first(isAudio);
      session.close();
    }
    vi.advanceTimersByTime(6000);
    const { log } = say('Of course.', { tts });
    await log.first(isFlushed);
    tts.close();
  });

  it('have text without tags', async () => {
    const { log } = say('Press <break time="9s"/> 3 < 4 [laughs].');
    await log.first(isFlushed);
    expect(server.clauses).toEqual(['Press < break time="9s"/> 3 < 4 [ laughs].']);
  });
});

describe('the connection of ElevenLabs', () => {
  it('stays open for half an hour in which nothing is said', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
    const tts = connect();
    await say('Hello.', { tts }).log.first(isFlushed);
    for (let minute = 0; minute < 30; minute += 1) {
      const { messages } = server.multiStream;
      for (let second = 0; second < 60; second += 1) await passSecond();
      expect(server.multiStream.messages).toBeGreaterThan(messages);
    }
    await say('Still there?', { tts }).log.first(isFlushed);
    expect(server.connections).toBe(1);
    tts.close();
  });

  it('is made again when it was closed meanwhile', async () => {
    const tts = connect();
    await say('Hello.', { tts }).log.first(isFlushed);
    server.multiStream.fail('input_timeout_exceeded', 'Have not received a new text input.', 1008);
    await server.when(() => server.openConnections === 0);
    await say('Still there?', { tts }).log.first(isFlushed);
    expect(server.connections).toBe(2);
    tts.close();
  });

  it('is made again when the vendor has not answered for a clause that is given up', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const tts = connect();
    await say('Hello.', { tts }).log.first(isFlushed);
    server.holdNext();
    const { session, log } = say('Nothing comes.', { tts });
    await log.first(isAudio);
    vi.advanceTimersByTime(5000);
    session.close();
    await say('Still there?', { tts }).log.first(isFlushed);
    expect(server.connections).toBe(2);
    tts.close();
  });

  it.each([
    ['quota_exceeded', false, 'credit'],
    ['invalid_api_key', false, 'key'],
    ['voice_id_does_not_exist', false, 'voice'],
    ['max_active_conversations', true, 'limit'],
    ['something_new', true, null],
  ])('fails by %s', async (name, retryable, advice) => {
    server.holdNext();
    const { log } = say('Hello.');
    await log.first(isAudio);
    server.multiStream.fail(name, 'In words.', 1008);
    const error = await log.ended();
    expect(error).toMatchObject({ role: 'tts', retryable });
    expect(error!.message).toContain(name);
    if (advice) expect(error).toMatchObject({ advice: expect.stringContaining(advice) });
  });

  it('fails one session when its context fails', async () => {
    const tts = connect();
    server.holdNext(2);
    const first = say('The first thing.', { tts });
    await first.log.first(isAudio);
    const second = say('The second thing.', { tts });
    await second.log.first(isAudio);
    server.multiStream.fail('invalid_input_message', 'In words.', 1008, true);
    expect(await second.log.ended()).toMatchObject({ retryable: false });
    server.release();
    await first.log.first(isFlushed);
    tts.close();
  });
});
