import { FRAME_MS, FRAME_SAMPLES } from '@parley/audio';
import type {
  ProviderError,
  SpeechToTextEvent,
  SpeechToTextOptions,
  SpeechToTextStream,
} from '@parley/conversation/provider';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OpenAiServer } from '../openai/testing/openai-server.ts';
import type { TranscriptAnswer, Upload } from '../openai/testing/transcription-endpoint.ts';
import { EventLog } from '../testing/conformance/event-log.ts';
import { openaiCompatible } from './index.ts';

type Final = Extract<SpeechToTextEvent, { type: 'final' }>;
const isFinal = (event: SpeechToTextEvent): event is Final => event.type === 'final';

let server: OpenAiServer;
let streams: SpeechToTextStream[];
/** Uploads of a voice: without the one that warms the model up. */
const uploads = (): Upload[] => server.transcription.uploads.filter(({ loudMs }) => loudMs > 0);

beforeEach(async () => {
  server = await new OpenAiServer().start();
  streams = [];
});

afterEach(async () => {
  for (const stream of streams) stream.close();
  await server.close();
});

async function open(
  options: Partial<SpeechToTextOptions> = {},
  connection: { apiKey?: string | null; baseUrl?: string | null } = {},
) {
  const stt = openaiCompatible.speechToText!(
    { baseUrl: `${server.baseUrl}/v1`, apiKey: server.apiKey, ...connection },
    'whisper',
  );
  const stream = await stt.open({ language: 'en-US', hints: [], signal: new AbortController().signal, ...options });
  streams.push(stream);
  return { stream, log: new EventLog(stream) };
}

function write(stream: SpeechToTextStream, durationMs: number, voiced: boolean): void {
  const frame = new Int16Array(FRAME_SAMPLES).fill(voiced ? 4000 : 0);
  for (let ms = 0; ms < durationMs; ms += FRAME_MS) stream.write(frame, voiced);
}

const failure = (opening: Promise<unknown>): Promise<ProviderError> =>
  opening.then(
    () => expect.unreachable(),
    (error: ProviderError) => error,
  );

describe('an utterance', () => {
  it('is sent whole, from before its first voice, as WAV of 16 kHz', async () => {
    const { stream, log } = await open();
    write(stream, 3000, false);
    write(stream, 600, true);
    stream.finalize();
    const final = await log.first(isFinal);
    expect(final).toEqual({ type: 'final', text: 'Hello there.', words: [], startMs: 3000 });
    const [upload] = uploads();
    expect(upload!.sampleRateHz).toBe(16_000);
    expect(upload!.durationMs).toBeCloseTo(1100, -1);
    expect(upload!.loudMs).toBeCloseTo(600, -1);
    expect(upload!.fields).toMatchObject({
      model: 'whisper',
      language: 'en',
      response_format: 'verbose_json',
      temperature: '0',
    });
    expect(upload!.fields).toHaveProperty(['timestamp_granularities[]'], 'word');
    expect(upload!.fields).not.toHaveProperty('prompt');
  });

  it('without a voice has an empty final, and nothing is sent', async () => {
    const { stream, log } = await open();
    write(stream, 1000, false);
    stream.finalize();
    expect(await log.first(isFinal)).toEqual({ type: 'final', text: '', words: [], startMs: 1000 });
    expect(uploads()).toEqual([]);
  });

  it('has its words with their times in the call', async () => {
    const words = [
      { word: ' Hello', start: 0.5, end: 0.9 },
      { text: 'there.', start: 0.9, end: 1.2 },
    ];
    server.transcription.answer = () => ({ body: { text: ' Hello there.', segments: [{ words }] } });
    const { stream, log } = await open();
    write(stream, 2000, false);
    write(stream, 800, true);
    stream.finalize();
    const final = await log.first(isFinal);
    expect(final.text).toBe('Hello there.');
    expect(final.words).toEqual([
      { text: 'Hello', startMs: 2000, endMs: 2400 },
      { text: 'there.', startMs: 2400, endMs: 2700 },
    ]);
  });

  it('that was transcribed in a pause is not sent again', async () => {
    const { stream, log } = await open();
    write(stream, 400, true);
    write(stream, 120, false);
    await log.first(({ type }) => type === 'partial');
    write(stream, 100, false);
    stream.finalize();
    expect((await log.first(isFinal)).text).toBe('Hello there.');
    expect(uploads()).toHaveLength(1);
  });

  it('that goes on behind a pause calls off what was asked in it', async () => {
    const { stream, log } = await open();
    await server.when(() => server.transcription.uploads.length === 1);
    server.transcription.answer = ({ loudMs }) =>
      loudMs < 500 ? new Promise<never>(() => undefined) : { body: { text: 'Yes, please.' } };
    write(stream, 400, true);
    write(stream, 120, false);
    await server.when(() => uploads().length === 1);
    write(stream, 400, true);
    stream.finalize();
    expect((await log.first(isFinal)).text).toBe('Yes, please.');
    await server.when(() => server.transcription.abandoned === 1);
  });

  it('without an end is transcribed in parts', async () => {
    const { stream, log } = await open();
    for (let part = 1; part <= 5; part += 1) {
      write(stream, 30_000, true);
      await log.first(isFinal);
      log.events.length = 0;
    }
    expect(uploads().length).toBeGreaterThanOrEqual(5);
    expect(Math.max(...uploads().map(({ durationMs }) => durationMs))).toBeLessThanOrEqual(30_000);
  });
});

describe('a server', () => {
  it.each([400, 422, 501])('that has no verbose_json (%i) is asked for JSON, and from then on', async (status) => {
    server.transcription.answer = ({ fields }) =>
      fields.response_format === 'json'
        ? { body: { text: 'Plain.' } }
        : { status, body: { error: { message: 'Currently do not support verbose_json' } } };
    const { stream, log } = await open();
    for (let turn = 1; turn <= 2; turn += 1) {
      write(stream, 300, true);
      stream.finalize();
      await log.first(isFinal, log.events.length);
    }
    expect(log.events.filter(isFinal).map(({ text }) => text)).toEqual(['Plain.', 'Plain.']);
    const refused = server.transcription.uploads.filter(({ fields }) => fields.response_format !== 'json');
    expect(refused.length).toBeLessThanOrEqual(2);
  });

  it('that answers in plain text is understood', async () => {
    server.transcription.answer = () => ({ body: ' Hello there.\n' });
    const { stream, log } = await open();
    write(stream, 300, true);
    stream.finalize();
    expect((await log.first(isFinal)).text).toBe('Hello there.');
  });

  it('that is llama.cpp gets an instruction, beside the words that may occur', async () => {
    server.headers = { server: 'llama.cpp' };
    const { stream, log } = await open({ hints: ['Aspirin', 'Parley'] });
    write(stream, 300, true);
    stream.finalize();
    await log.first(isFinal);
    expect(uploads()[0]!.fields.prompt).toBe(
      'Transcribe the audio, word for word. Words that may occur: Aspirin, Parley.',
    );
  });

  it('has the words that may occur in its prompt', async () => {
    const { stream, log } = await open({ hints: ['Aspirin', 'Parley'] });
    write(stream, 300, true);
    stream.finalize();
    await log.first(isFinal);
    expect(uploads()[0]!.fields.prompt).toBe('Words that may occur: Aspirin, Parley.');
  });

  it('tells the language where none is named', async () => {
    server.transcription.answer = () => ({ body: { text: 'Guten Tag.', language: 'de' } });
    const { stream, log } = await open({ language: null });
    write(stream, 300, true);
    stream.finalize();
    await log.first(isFinal);
    expect(uploads()[0]!.fields).not.toHaveProperty('language');
    expect(log.events).toContainEqual({ type: 'language', language: 'de' });
  });

  it('without a list of models, and without a key, is good enough', async () => {
    server.models = null;
    server.needsKey = false;
    const { stream, log } = await open({}, { apiKey: null });
    write(stream, 300, true);
    stream.finalize();
    expect((await log.first(isFinal)).text).toBe('Hello there.');
  });

  it('that fails once is asked once more', async () => {
    const { stream, log } = await open();
    await server.when(() => server.transcription.uploads.length === 1);
    server.refuseNext({ status: 503, body: 'loading model' });
    write(stream, 300, true);
    stream.finalize();
    expect((await log.first(isFinal)).text).toBe('Hello there.');
  });

  it.each([
    ['a page', () => ({ body: '<html>Welcome</html>', headers: { 'content-type': 'text/html' } }), false],
    ['something else', () => ({ body: { words: [] } }), false],
    ['no such model', () => ({ status: 404, body: { detail: "Model 'whisper' is not installed locally." } }), false],
    ['a fault', () => ({ status: 503, body: 'Out of memory.' }), true],
  ] as [string, () => TranscriptAnswer, boolean][])(
    'that answers with %s ends the stream',
    async (_, answer, retryable) => {
      server.transcription.answer = answer;
      const { stream, log } = await open();
      write(stream, 300, true);
      stream.finalize();
      expect(await log.ended()).toMatchObject({ role: 'stt', retryable });
    },
  );
});

describe('a stream', () => {
  it('does not open without an address, at a refused port, or where there is no server', async () => {
    expect(await failure(open({}, { baseUrl: null }))).toMatchObject({ retryable: false });
    expect((await failure(open({}, { baseUrl: 'http://127.0.0.1:6000/v1' }))).message).toContain('port 6000');
    const gone = await new OpenAiServer().start();
    const { baseUrl } = gone;
    await gone.close();
    expect(await failure(open({}, { baseUrl }))).toMatchObject({ retryable: true });
  });
});
