import { FRAME_SAMPLES, tone } from '@parley/audio';
import type { SpeechToSpeechEvent, SpeechToSpeechOptions, SpeechToSpeechSession } from '@parley/conversation/provider';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EventLog } from '../testing/conformance/event-log.ts';
import { openai } from './index.ts';
import { OpenAiServer } from './testing/openai-server.ts';

type EventOf<T extends SpeechToSpeechEvent['type']> = Extract<SpeechToSpeechEvent, { type: T }>;
const textOf =
  (type: 'heard' | 'transcript', text: string) =>
  (event: SpeechToSpeechEvent): boolean =>
    event.type === type && event.isFinal && event.text === text;

const STORY = 'This is a very long story that nobody will hear to its end, I am afraid.';

let server: OpenAiServer;
let sessions: SpeechToSpeechSession[];

beforeEach(async () => {
  server = await new OpenAiServer().start();
  sessions = [];
});

afterEach(async () => {
  for (const session of sessions) session.close();
  await server.close();
});

async function open(options: Partial<SpeechToSpeechOptions> = {}, model = 'gpt-realtime') {
  const speaker = openai.speechToSpeech!({ baseUrl: `${server.baseUrl}/v1`, apiKey: server.apiKey }, model)!;
  const session = await speaker.open({
    ...{ prompt: 'You sell pizza.', history: [], language: 'de-CH', voice: null, tools: [], hints: ['Verde'] },
    ...{ endpointingMs: 600, listenOnly: false, followsLanguage: false, signal: new AbortController().signal },
    ...options,
  });
  sessions.push(session);
  return { session, log: new EventLog(session) };
}

function write(session: SpeechToSpeechSession, durationMs: number, isVoiced: boolean): void {
  for (let ms = 0; ms < durationMs; ms += 20) session.write(new Int16Array(FRAME_SAMPLES).fill(isVoiced ? 5000 : 0));
}

function speak(session: SpeechToSpeechSession): void {
  write(session, 600, true);
  write(session, 700, false);
}

describe('a model', () => {
  it.each(['gpt-realtime', 'gpt-realtime-2.1-mini', 'gpt-4o-realtime-preview'])('%s hears and speaks', (model) => {
    expect(openai.speechToSpeech!({ baseUrl: null, apiKey: 'k' }, model)).not.toBeNull();
  });

  it.each(['gpt-6-luna', 'gpt-realtime-whisper', 'gpt-realtime-translate', 'gpt-live-transcribe'])(
    '%s does not',
    (model) => {
      expect(openai.speechToSpeech!({ baseUrl: null, apiKey: 'k' }, model)).toBeNull();
    },
  );

  it('has the voices of the Realtime API, and those of the account', () => {
    const speaker = openai.speechToSpeech!({ baseUrl: null, apiKey: 'k' }, 'gpt-realtime')!;
    expect(['marin', 'voice_123', 'onyx', 'rms'].map((name) => speaker.hasVoice(name))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('has the rate of the call, as far as its formats have it', () => {
    const speaker = openai.speechToSpeech!({ baseUrl: null, apiKey: 'k' }, 'gpt-realtime')!;
    expect(speaker.capabilities.rates).toEqual({
      8000: { inputRateHz: 8000, outputRateHz: 8000 },
      16000: { inputRateHz: 16_000, outputRateHz: 24_000 },
    });
  });

  it('that is not there is refused for good', async () => {
    await expect(open({}, 'made-up-realtime')).rejects.toMatchObject({ role: 'llm', retryable: false });
    await server.when(() => server.openConnections === 0);
  });
});

describe('a session', () => {
  it('of a wideband call talks PCM of 24 kHz both ways, and goes on doing so when its settings change', async () => {
    const { session } = await open({ callRateHz: 16_000 });
    const pcm = { type: 'audio/pcm', rate: 24_000 };
    const formats = () => {
      const { input, output } = server.talk.session.settings.audio!;
      return [input?.format, output?.format];
    };
    expect(formats()).toEqual([pcm, pcm]);
    const high = tone([5200], 1000, { sampleRateHz: 16_000 });
    for (let at = 0; at < high.length; at += 320) session.write(high.subarray(at, at + 320));
    await server.when(() => server.talk.heardMs >= 950);
    const heard = Int16Array.from(server.talk.session.heard.flatMap((samples) => [...samples])).subarray(2400, 21_600);
    const upwards = heard.filter((sample, at) => at > 0 && heard[at - 1]! < 0 && sample >= 0).length;
    expect(Math.abs(upwards / (heard.length / 24_000) - 5200)).toBeLessThan(20);
    session.listenOnly(true);
    await server.when(() => server.talk.session.updates.length === 2);
    expect(formats()).toEqual([pcm, pcm]);
  });

  it('talks µ-law both ways, and leaves turns to the server', async () => {
    const tool = { name: 'look_up', description: 'Looks up.', parameters: { type: 'object', properties: {} } };
    await open({ tools: [tool], voice: 'voice_7' });
    expect(server.queries).toEqual(['?model=gpt-realtime']);
    expect(server.talk.session.updates).toEqual([
      {
        type: 'realtime',
        model: 'gpt-realtime',
        instructions: expect.stringMatching(/^You sell pizza\.[\s\S]*Speak Swiss High German/),
        output_modalities: ['audio'],
        audio: {
          input: {
            format: { type: 'audio/pcmu' },
            transcription: { model: 'gpt-transcribe', languages: ['de'], keywords: ['Verde'] },
            turn_detection: {
              ...{ type: 'server_vad', silence_duration_ms: 600 },
              ...{ create_response: true, interrupt_response: true },
            },
          },
          output: { format: { type: 'audio/pcmu' }, voice: { id: 'voice_7' } },
        },
        tools: [{ type: 'function', ...tool }],
        tool_choice: 'auto',
      },
    ]);
  });

  it('tells how much audio of the caller was written down, which is charged for by itself', async () => {
    const { session, log } = await open();
    speak(session);
    const transcribed = await log.first(({ type }) => type === 'transcribed');
    expect(transcribed).toEqual({ type: 'transcribed', model: 'gpt-transcribe', audioMs: 1000 });
  });

  it('that follows the caller transcribes whatever is spoken, and answers in it', async () => {
    await open({ followsLanguage: true });
    const [{ instructions, audio }] = server.talk.session.updates as [{ instructions: string; audio: object }];
    expect(audio).toMatchObject({ input: { transcription: { model: 'gpt-transcribe', keywords: ['Verde'] } } });
    expect(JSON.stringify(audio)).not.toContain('languages');
    expect(instructions).toContain('Begin in Swiss High German. Whenever the caller speaks another language');
  });

  it('after an hour, the longest, is followed by another one', async () => {
    const { log } = await open();
    server.talk.session.fail('Your session hit the maximum duration of 60 minutes.', 'session_expired');
    expect(await log.ended()).toMatchObject({ role: 'llm', retryable: true });
  });

  it('without credit ends for good', async () => {
    const { log } = await open();
    server.talk.session.fail('You exceeded your current quota.', 'insufficient_quota');
    expect(await log.ended()).toMatchObject({ role: 'llm', retryable: false });
  });

  it('goes on behind a refusal of something else, and says so', async () => {
    const { session, log } = await open();
    session.truncate({ itemId: 'item_unknown', heardMs: 100, text: '' });
    await log.first((event) => event.type === 'warning' && event.message.includes('already shorter'));
    session.say('Here I am.');
    await log.first(textOf('transcript', 'Here I am.'));
  });
});

describe('a reply', () => {
  it('that is wanted while another one is under way comes behind it', async () => {
    const { session, log } = await open();
    server.talk.answerNext({ text: 'One.' }, { text: 'Two.' });
    server.talk.holdNext();
    session.reply(null);
    await log.first(({ type }) => type === 'audio');
    session.reply(null);
    server.talk.release();
    await log.first(textOf('transcript', 'Two.'));
    expect(server.talk.session.refusals).toEqual([]);
  });

  it('that the server begins at the same moment comes first', async () => {
    const { session, log } = await open();
    server.talk.answerNext({ text: 'By myself.' }, { text: 'As you wish.' });
    server.talk.holdNext();
    speak(session);
    await server.when(() => server.talk.heardMs >= 1280);
    // The server's own has begun, and this side does not know of it yet.
    session.reply(null);
    await server.when(() => server.talk.session.refusals.length > 0 || server.talk.session.responses.length > 0);
    server.talk.release();
    await log.first(textOf('transcript', 'As you wish.'));
    expect(log.events.some(textOf('transcript', 'By myself.'))).toBe(true);
  });

  it('that fails ends the session, and another one may do better', async () => {
    const { session, log } = await open();
    server.talk.holdNext();
    session.reply(null);
    await log.first(({ type }) => type === 'audio');
    server.talk.session.failReply('server_error');
    expect(await log.ended()).toMatchObject({
      role: 'llm',
      retryable: true,
      message: expect.stringContaining('server_error'),
    });
  });

  it('that the caller stops keeps the words that were said of it', async () => {
    const { session, log } = await open();
    server.talk.holdNext();
    session.say(STORY);
    const { itemId } = (await log.first(({ type }) => type === 'audio')) as EventOf<'audio'>;
    write(session, 200, true);
    const isWritten = (event: SpeechToSpeechEvent): boolean =>
      event.type === 'transcript' && event.itemId === itemId && event.isFinal;
    const { text } = (await log.first(isWritten)) as EventOf<'transcript'>;
    expect(text).not.toBe('');
    expect(STORY.startsWith(text)).toBe(true);
  });

  it('with arguments that are no JSON keeps them as they are', async () => {
    const { session, log } = await open();
    session.reply(null);
    await log.first(({ type }) => type === 'reply_ended');
    const output = [{ type: 'function_call', call_id: 'c1', name: 'look_up', arguments: '{"order": ' }];
    server.talk.session.sendRaw({ type: 'response.done', response: { id: 'r', status: 'completed', output } });
    expect(await log.first(({ type }) => type === 'tool_calls')).toEqual({
      type: 'tool_calls',
      calls: [{ id: 'c1', name: 'look_up', arguments: {}, malformed: '{"order": ' }],
    });
  });
});

describe('what the caller says', () => {
  it('is matched to transcripts that come in another order', async () => {
    const { session, log } = await open();
    server.talk.understandNext(null, null);
    speak(session);
    speak(session);
    const stopped = (): EventOf<'voice_stopped'>[] =>
      log.events.filter((event) => event.type === 'voice_stopped') as EventOf<'voice_stopped'>[];
    await log.first(() => stopped().length === 2);
    const [first, second] = stopped();
    server.talk.session.settle('second', 1);
    server.talk.session.settle('first');
    await log.first(textOf('heard', 'first'));
    const finals = log.events.filter((event) => event.type === 'heard' && event.isFinal);
    expect(finals).toEqual([
      { type: 'heard', itemId: second!.itemId, text: 'second', isFinal: true },
      { type: 'heard', itemId: first!.itemId, text: 'first', isFinal: true },
    ]);
  });

  it('that could not be transcribed is reported as empty, with a warning', async () => {
    const { session, log } = await open();
    server.talk.understandNext(null);
    speak(session);
    const { itemId } = (await log.first(({ type }) => type === 'voice_stopped')) as EventOf<'voice_stopped'>;
    const type = 'conversation.item.input_audio_transcription.failed';
    server.talk.session.sendRaw({ type, item_id: itemId, error: { message: 'The audio is unintelligible.' } });
    await log.first(textOf('heard', ''));
    expect(log.events).toContainEqual({ type: 'warning', message: expect.stringContaining('unintelligible') });
  });
});
