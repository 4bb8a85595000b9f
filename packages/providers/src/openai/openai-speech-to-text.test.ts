import { decodeG711, FRAME_MS, FRAME_SAMPLES } from '@parley/audio';
import type { SpeechToTextEvent, SpeechToTextOptions, SpeechToTextStream } from '@parley/conversation/provider';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EventLog } from '../testing/conformance/event-log.ts';
import { openai } from './index.ts';
import { OpenAiServer } from './testing/openai-server.ts';

type Heard = Extract<SpeechToTextEvent, { type: 'partial' | 'final' }>;
const isFinal = (event: SpeechToTextEvent): boolean => event.type === 'final';
const textsOf = (log: EventLog<SpeechToTextEvent>): string[] =>
  log.events.map((event) => `${event.type} ${(event as Heard).text}`);

let server: OpenAiServer;
let streams: SpeechToTextStream[];

beforeEach(async () => {
  server = await new OpenAiServer().start();
  streams = [];
});

afterEach(async () => {
  for (const stream of streams) stream.close();
  await server.close();
});

async function open(model: string | null = null, options: Partial<SpeechToTextOptions> = {}) {
  const stt = openai.speechToText!({ baseUrl: `${server.baseUrl}/v1`, apiKey: server.apiKey }, model);
  const stream = await stt.open({ language: 'en-US', hints: [], signal: new AbortController().signal, ...options });
  streams.push(stream);
  return { stream, log: new EventLog(stream) };
}

function write(stream: SpeechToTextStream, durationMs: number, voiced: boolean): void {
  const frame = new Int16Array(FRAME_SAMPLES).fill(voiced ? 4000 : 0);
  for (let ms = 0; ms < durationMs; ms += FRAME_MS) stream.write(frame, voiced);
}

/** Utterances that were committed, without a transcript. */
async function committed(stream: SpeechToTextStream, count: number): Promise<void> {
  for (let turn = 1; turn <= count; turn += 1) {
    write(stream, 500, true);
    stream.finalize();
    await server.when(() => server.finalizes === turn);
  }
}

const settings = () => server.session.updates[0]!.audio!.input!;

describe('a session', () => {
  it('of a wideband call hears what narrowband has not, as PCM of 24 kHz', async () => {
    const { stream } = await open(null, { sampleRateHz: 16_000 });
    expect(settings()).toMatchObject({ format: { type: 'audio/pcm', rate: 24_000 } });
    const sine = (rateHz: number, at: number) => 8000 * Math.sin((2 * Math.PI * 6000 * at) / rateHz);
    for (let at = 0; at < 3200; at += 320)
      stream.write(
        Int16Array.from({ length: 320 }, (_, n) => sine(16_000, at + n)),
        true,
      );
    stream.finalize();
    await server.when(() => server.finalizes === 1);
    const { buffer, byteOffset, length } = server.session.audio;
    const heard = new Int16Array(buffer, byteOffset, length / 2);
    expect(heard).toHaveLength(4800);
    // But for the edges it is the same sine.
    const worst = heard
      .subarray(200, -200)
      .reduce((most, x, n) => Math.max(most, Math.abs(x - sine(24_000, n + 200))), 0);
    expect(worst).toBeLessThan(80);
  });

  it('transcribes µ-law, with turns of ours', async () => {
    await open();
    expect(server.queries).toEqual(['?intent=transcription']);
    expect(server.session.updates).toEqual([
      {
        type: 'transcription',
        audio: {
          input: {
            format: { type: 'audio/pcmu' },
            transcription: { model: 'gpt-live-transcribe', languages: ['en'] },
            turn_detection: null,
          },
        },
      },
    ]);
  });

  it.each([
    ['gpt-live-transcribe', { languages: ['de'], keywords: ['Aspirin', 'Parley'] }],
    ['gpt-transcribe', { languages: ['de'], keywords: ['Aspirin', 'Parley'] }],
    ['gpt-4o-transcribe', { language: 'de', prompt: 'Words that may occur: Aspirin, Parley.' }],
    ['gpt-4o-mini-transcribe', { language: 'de', prompt: 'Words that may occur: Aspirin, Parley.' }],
    ['gpt-realtime-whisper', { language: 'de' }],
  ])('with %s has the language and the key terms as that takes them', async (model, expected) => {
    await open(model, { language: 'de-AT', hints: ['Aspirin', 'Parley'] });
    expect(settings().transcription).toEqual({ model, ...expected });
  });

  it.each([null, 'haw-US'])('has no language that has no two letters: %s', async (language) => {
    await open('gpt-4o-transcribe', { language });
    expect(settings().transcription).toEqual({ model: 'gpt-4o-transcribe' });
  });

  it('does not open with settings that the server refuses', async () => {
    await expect(open('made-up')).rejects.toMatchObject({ role: 'stt', retryable: false });
    await server.when(() => server.openConnections === 0);
  });

  it('says which models tell what is being said', () => {
    const interim = (model: string | null) =>
      openai.speechToText!({ baseUrl: null, apiKey: 'k' }, model).capabilities.interim;
    expect([null, 'gpt-realtime-whisper', 'gpt-4o-transcribe', 'gpt-transcribe'].map(interim)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('utterances', () => {
  it('are kept apart in deltas that interleave', async () => {
    const { stream, log } = await open('gpt-4o-transcribe');
    await committed(stream, 2);
    server.session.delta('item_2', 'Thank');
    server.session.delta('item_1', 'Yes');
    server.session.delta('item_2', ' you');
    server.session.settle({ text: 'Yes.' });
    server.session.settle({ text: 'Thank you.' });
    await log.first((event) => isFinal(event) && (event as Heard).text === 'Thank you.');
    expect(log.events.map((event) => [event.type, (event as Heard).text, (event as Heard).startMs])).toEqual([
      ['partial', 'Thank', 500],
      ['partial', 'Yes', 0],
      ['partial', 'Thank you', 500],
      ['final', 'Yes.', 0],
      ['final', 'Thank you.', 500],
    ]);
  });

  it('are held back by a transcript that does not come for five seconds of the call', async () => {
    const { stream, log } = await open();
    await committed(stream, 2);
    server.session.delta('item_1', 'I would');
    await log.first(({ type }) => type === 'partial');
    server.session.settle({ text: 'second' }, 1);
    server.session.delta('item_3', 'and');
    await log.first((event) => (event as Heard).text === 'and');
    expect(log.events.some(isFinal)).toBe(false);
    write(stream, 5000, false);
    await log.first((event) => isFinal(event) && (event as Heard).text === 'second');
    expect(textsOf(log).filter((text) => text.startsWith('final'))).toEqual(['final I would', 'final second']);
  });

  it('without any audio have an empty final at once', async () => {
    const { stream, log } = await open();
    stream.finalize();
    expect(await log.first(isFinal)).toEqual({ type: 'final', text: '', words: [], startMs: 0 });
    expect(server.finalizes).toBe(0);
  });

  it('shorter than a tenth of a second are filled up with silence', async () => {
    const { stream, log } = await open();
    write(stream, 40, true);
    stream.finalize();
    await server.when(() => server.finalizes === 1);
    expect(server.heardMs).toBe(100);
    server.session.settle({ text: 'No.' });
    expect(await log.first(isFinal)).toMatchObject({ text: 'No.', startMs: 0 });
  });

  it('that the server refuses to commit have an empty final', async () => {
    const { stream, log } = await open();
    await committed(stream, 1);
    server.session.settle({ text: 'first' });
    await log.first(isFinal);
    server.session.refusesCommit = true;
    write(stream, 500, true);
    stream.finalize();
    expect(await log.first(isFinal, 1)).toMatchObject({ text: '', startMs: 500 });
  });

  it('before which a model is silent for long begin with the last of the silence', async () => {
    const { stream } = await open('gpt-transcribe');
    write(stream, 12_000, false);
    write(stream, 600, true);
    stream.finalize();
    await server.when(() => server.finalizes === 1);
    expect(server.session.clears).toBe(2);
    expect(server.session.committedMs[0]).toBeLessThan(6000);
    expect(server.session.committedMs[0]).toBeGreaterThanOrEqual(1100);
  });

  it('sound as they were written', async () => {
    const { stream } = await open();
    write(stream, 600, true);
    stream.finalize();
    await server.when(() => server.finalizes === 1);
    const samples = decodeG711('PCMU', server.session.audio);
    expect(samples).toHaveLength(4800);
    for (const sample of samples) expect(Math.abs(sample - 4000)).toBeLessThan(130);
  });
});

describe('a failure', () => {
  it('of a transcription ends the stream', async () => {
    const { stream, log } = await open();
    await committed(stream, 1);
    server.session.failItem('The server is overloaded.', 'server_error');
    expect(await log.ended()).toMatchObject({ role: 'stt', retryable: true });
    await server.when(() => server.openConnections === 0);
  });

  it('for want of credit is one for good', async () => {
    const { stream, log } = await open();
    await committed(stream, 1);
    server.session.failItem('You exceeded your current quota.', 'insufficient_quota');
    expect(await log.ended()).toMatchObject({ role: 'stt', retryable: false });
  });

  it('after an hour, the longest session, is no failure of the next one', async () => {
    const { log } = await open();
    server.session.fail(
      'Your session hit the maximum duration of 60 minutes.',
      'invalid_request_error',
      'session_expired',
    );
    expect(await log.ended()).toMatchObject({ role: 'stt', retryable: true });
  });
});
