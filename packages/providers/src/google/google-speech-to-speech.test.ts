import type { SpeechToSpeechEvent, SpeechToSpeechOptions, SpeechToSpeechSession } from '@parley/conversation/provider';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EventLog } from '../testing/conformance/event-log.ts';
import { google } from './index.ts';
import { GoogleServer } from './testing/google-server.ts';

const STORY = 'This is a very long story that nobody will hear to its end, I am afraid.';
const FRAME = 320;

let server: GoogleServer;
let sessions: SpeechToSpeechSession[];

beforeEach(async () => {
  server = await new GoogleServer().start();
  sessions = [];
});

afterEach(async () => {
  vi.useRealTimers();
  for (const session of sessions) session.close();
  await server.close();
});

async function open(options: Partial<SpeechToSpeechOptions> = {}, model = 'gemini-3.8-live') {
  const speaker = google.speechToSpeech!({ baseUrl: server.baseUrl, apiKey: server.apiKey }, model)!;
  const session = await speaker.open({
    ...{ prompt: 'You sell pizza.', history: [], language: 'en-US', voice: null, tools: [], hints: [] },
    ...{ endpointingMs: 600, listenOnly: false, followsLanguage: false, signal: new AbortController().signal },
    ...options,
  });
  sessions.push(session);
  return { session, log: new EventLog(session) };
}

function write(session: SpeechToSpeechSession, durationMs: number, isVoiced: boolean): void {
  for (let ms = 0; ms < durationMs; ms += 20) session.write(new Int16Array(FRAME).fill(isVoiced ? 5000 : 0));
}

const said = (text: string) => (event: SpeechToSpeechEvent) =>
  event.type === 'transcript' && event.isFinal && event.text === text;

describe('a model', () => {
  it.each(['gemini-3.8-live', 'gemini-3.1-flash-live-preview', 'gemini-2.5-flash-native-audio-preview-12-2025'])(
    '%s hears and speaks',
    (model) => {
      expect(google.speechToSpeech!({ baseUrl: null, apiKey: 'k' }, model)).not.toBeNull();
    },
  );

  it.each(['gemini-3.5-flash', 'gemini-3-live-translate'])('%s does not', (model) => {
    expect(google.speechToSpeech!({ baseUrl: null, apiKey: 'k' }, model)).toBeNull();
  });

  it('is listed as what it is', async () => {
    server.models = [
      { name: 'models/gemini-3.8-live', displayName: 'Live', supportedGenerationMethods: ['bidiGenerateContent'] },
      { name: 'models/gemini-3.5-flash', supportedGenerationMethods: ['generateContent'] },
    ];
    const connection = { baseUrl: server.baseUrl, apiKey: server.apiKey };
    const models = await google.listModels!(connection, new AbortController().signal);
    expect(models.map(({ id, kind }) => [id, kind])).toEqual([
      ['gemini-3.8-live', 'speech_to_speech'],
      ['gemini-3.5-flash', 'language'],
    ]);
  });

  it('that is not there is refused for good', async () => {
    await expect(open({}, 'made-up-live')).rejects.toMatchObject({ role: 'llm', retryable: false });
  });
});

describe('a session', () => {
  it('hears 16 kHz, has both transcripts, and may last', async () => {
    const tool = { name: 'look_up', description: 'Looks up.', parameters: { type: 'object', properties: {} } };
    await open({ tools: [tool] });
    expect(server.talk.session.settings).toEqual({
      model: 'models/gemini-3.8-live',
      generationConfig: { responseModalities: ['AUDIO'] },
      systemInstruction: { parts: [{ text: expect.stringContaining('You sell pizza.') }] },
      tools: [
        {
          functionDeclarations: [
            { name: 'look_up', description: 'Looks up.', parametersJsonSchema: { type: 'object', properties: {} } },
          ],
        },
      ],
      realtimeInputConfig: { automaticActivityDetection: { silenceDurationMs: 600 } },
      inputAudioTranscription: {},
      outputAudioTranscription: {},
      contextWindowCompression: { slidingWindow: {} },
      sessionResumption: {},
    });
  });

  it.each(['gemini-3.8-live', 'gemini-2.5-flash-native-audio-preview-12-2025'])(
    'of %s is seeded with what was said before',
    async (model) => {
      const history = [
        { role: 'agent', text: 'Good evening.' },
        { role: 'user', text: 'Hello.' },
      ] as const;
      const { session, log } = await open({ history }, model);
      session.say('Where were we?');
      await log.first(said('Where were we?'));
      expect(server.talk.history).toEqual(['model: Good evening.', 'user: Hello.']);
    },
  );

  it('that goes away is resumed over another connection, without a break', async () => {
    const { session, log } = await open();
    session.say('Before.');
    await log.first(said('Before.'));
    const before = server.talk.session;
    before.goAway('10s');
    await server.when(() => server.talk.sessions === 2);
    write(session, 200, true);
    await server.when(() => server.openConnections === 1);
    expect(server.talk.session.settings?.sessionResumption).toEqual({ handle: 'handle-2' });
    const from = log.events.length;
    write(session, 900, false);
    await log.first(said('Yes.'), from);
    expect(log.hasEnded).toBe(false);
    // What was said while the connection changed is not lost.
    expect(server.talk.session.heardMs).toBeGreaterThanOrEqual(1000);
  });

  it('that goes away while it speaks is left behind its last word', async () => {
    const { session, log } = await open();
    server.talk.holdNext();
    session.say(STORY);
    await log.first(({ type }) => type === 'audio');
    const before = server.talk.session;
    before.goAway('50s');
    before.sendRaw({ usageMetadata: {} });
    await log.first(({ type }) => type === 'usage');
    expect(server.talk.sessions).toBe(1);
    before.release();
    await log.first(said(STORY));
    await server.when(() => server.talk.sessions === 2);
  });

  it('whose connection ends without being resumed fails for now', async () => {
    const { log } = await open();
    server.reset();
    expect(await log.ended()).toMatchObject({ role: 'llm', retryable: true });
  });
});

describe('a note', () => {
  it('waits for the end of what the model is saying, which it would interrupt', async () => {
    const { session, log } = await open();
    server.talk.holdNext();
    session.say(STORY);
    await log.first(({ type }) => type === 'audio');
    session.note('Offer a discount.');
    server.talk.release();
    await log.first(said(STORY));
    await server.when(() => server.talk.notes.join().includes('Offer a discount.'));
    expect(log.events.some(({ type }) => type === 'voice_started')).toBe(false);
  });

  it('waits for the result of a tool, and comes with it', async () => {
    const { session, log } = await open();
    const call = { id: 'c1', name: 'look_up', arguments: {} };
    server.talk.answerNext({ calls: [call] }, { text: 'Done.' });
    session.reply(null);
    await log.first(({ type }) => type === 'tool_calls');
    session.note('Offer a discount.');
    session.answerTools([{ call, result: 'Found.' }], true);
    await log.first(said('Done.'));
    expect(server.talk.notes.join()).toContain('[Offer a discount.]');
  });
});

describe('an interruption', () => {
  it('by ourselves is not taken for the caller’s', async () => {
    const { session, log } = await open();
    server.talk.holdNext();
    session.say(STORY);
    await log.first(({ type }) => type === 'audio');
    session.say('Something else.');
    await log.first(said('Something else.'));
    expect(log.events.some(({ type }) => type === 'voice_started')).toBe(false);
  });

  it('withdraws the calls of tools', async () => {
    const { session, log } = await open();
    server.talk.answerNext({ calls: [{ id: 'c1', name: 'look_up', arguments: {} }] });
    session.reply(null);
    await log.first(({ type }) => type === 'tool_calls');
    write(session, 200, true);
    expect(await log.first(({ type }) => type === 'tool_calls_withdrawn')).toEqual({
      type: 'tool_calls_withdrawn',
      callIds: ['c1'],
    });
  });
});

describe('a model that only listens', () => {
  it('learns that its words were not heard, and its tools are not called', async () => {
    const { session, log } = await open({ listenOnly: true });
    server.talk.answerNext({ text: 'Hm.', calls: [{ id: 'c1', name: 'look_up', arguments: {} }] });
    write(session, 400, true);
    write(session, 900, false);
    await server.when(() => server.talk.results.length > 0);
    expect(server.talk.results).toEqual(['c1: Not done: you only listen for now.']);
    expect(log.events.some(({ type }) => type === 'audio' || type === 'tool_calls')).toBe(false);
    session.listenOnly(false);
    await server.when(() => server.talk.notes.join().includes('heard by nobody'));
  });
});
