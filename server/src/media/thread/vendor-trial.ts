import { FRAME_MS, FRAME_SAMPLES } from '@parley/audio';
import type { ProviderTest, ProviderTestStep, TestProvider } from '@parley/contract';
import { ProviderError, type SpeechToSpeech, type SpeechToText } from '@parley/conversation';
import { loadVendor, type Vendor } from '@parley/providers';
import type { ProviderConnection } from '../../kernel/provider-connection.ts';
import { trySpeakingModel } from './speaking-trial.ts';
import { spokenWav } from './spoken-wav.ts';

/** What is said to a recognizer, and by a voice that is asked for nothing else. */
const SENTENCE = 'Good morning, this is a short test of the telephone.';
const QUESTION = 'Say good morning in one short sentence.';
const STEP_LIMIT_MS = 15_000;
/** The caller's pause after a sentence, by which recognizers with an end of turn of their own find it. */
const PAUSE_MS = 1000;

/** Speaks a sentence as 8 kHz mono, for the recognizer to listen to. */
export type SaySample = (text: string, signal: AbortSignal) => AsyncIterable<{ samples: Int16Array }>;

type Result = Pick<ProviderTestStep, 'first_result_ms' | 'text' | 'audio'> & { detail: string };

/** Tries everything that the vendor can do, one after the other. Costs what its use costs. */
export async function tryVendor(
  connection: ProviderConnection,
  request: TestProvider,
  saySample: SaySample,
): Promise<ProviderTest> {
  const vendor = await loadVendor(connection.vendor);
  if (!vendor) throw new Error(`This version has no ${connection.vendor}.`);
  const steps: ProviderTestStep[] = [];
  const tests: Record<ProviderTestStep['name'], ((signal: AbortSignal) => Promise<Result>) | null> = {
    transcriber: vendor.speechToText
      ? (signal) => listen(vendor.speechToText!(connection, request.transcriber ?? null), saySample, signal)
      : null,
    model: vendor.languageModel ? (signal) => ask(vendor, connection, request.model, signal) : null,
    voice: vendor.textToSpeech ? (signal) => speak(vendor, connection, request, signal) : null,
  };
  for (const [name, test] of Object.entries(tests) as [ProviderTestStep['name'], (typeof tests)['voice']][]) {
    if (test) steps.push(await stepOf(name, test));
  }
  return { ok: steps.every(({ ok }) => ok), steps };
}

async function stepOf(
  name: ProviderTestStep['name'],
  test: (signal: AbortSignal) => Promise<Result>,
): Promise<ProviderTestStep> {
  const signal = AbortSignal.timeout(STEP_LIMIT_MS);
  try {
    return { name, ok: true, remedy: null, ...(await test(signal)) };
  } catch (cause) {
    const isLate = signal.aborted;
    const message = isLate ? `Nothing came for ${STEP_LIMIT_MS / 1000} s.` : (cause as Error).message;
    const advice = cause instanceof ProviderError ? cause.advice : null;
    const remedy = advice ?? (isLate ? 'Check the base address.' : 'Check the address, the key and the name.');
    return { name, ok: false, detail: message, remedy, first_result_ms: null, text: null, audio: null };
  }
}

const since = (startedMs: number) => Math.round(performance.now() - startedMs);

async function speak(
  vendor: Vendor,
  connection: ProviderConnection,
  { voice, text = SENTENCE }: TestProvider,
  signal: AbortSignal,
): Promise<Result> {
  const name = voice ?? (await vendor.listVoices?.(connection, signal))?.[0]?.id;
  if (name === undefined) throw new Error('It lists no voice. Name one in `voice`.');
  const tts = vendor.textToSpeech!(connection, null);
  try {
    const { wav, firstMs } = await spokenWav({ tts, voice: name }, { text, language: 'en-US' }, signal);
    signal.throwIfAborted();
    if (firstMs === null) throw new Error(`The voice ${name} said nothing.`);
    const detail = `${name}: its first audio came after ${firstMs} ms.`;
    return { detail, first_result_ms: firstMs, text: null, audio: `data:audio/wav;base64,${wav.toString('base64')}` };
  } finally {
    tts.close();
  }
}

async function ask(
  vendor: Vendor,
  connection: ProviderConnection,
  model: string | undefined,
  signal: AbortSignal,
): Promise<Result> {
  const models = model === undefined ? await vendor.listModels?.(connection, signal) : undefined;
  const name = model ?? models?.find(({ kind }) => kind === 'language')?.id;
  if (name === undefined) throw new Error('It lists no language model. Name one in `model`.');
  const speaking = vendor.speechToSpeech?.(connection, name);
  if (speaking) return talk(speaking, signal);
  const startedMs = performance.now();
  const request = {
    prompt: QUESTION,
    messages: [{ role: 'user', text: QUESTION } as const],
    tools: [],
    signal,
  };
  let firstMs: number | null = null;
  let text = '';
  for await (const event of vendor.languageModel!(connection, name).respond(request)) {
    if (event.type !== 'text') continue;
    firstMs ??= since(startedMs);
    text += event.delta;
  }
  signal.throwIfAborted();
  if (firstMs === null) throw new Error(`The model ${name} wrote nothing.`);
  return { detail: `${name}: its first words came after ${firstMs} ms.`, first_result_ms: firstMs, text, audio: null };
}

async function talk(model: SpeechToSpeech, signal: AbortSignal): Promise<Result> {
  const { wav, firstMs, text } = await trySpeakingModel(model, SENTENCE, signal);
  if (firstMs === null) throw new Error(`The model ${model.name} said nothing.`);
  const detail = `${model.name}: its first audio came after ${firstMs} ms.`;
  return { detail, first_result_ms: firstMs, text, audio: `data:audio/wav;base64,${wav.toString('base64')}` };
}

async function listen(stt: SpeechToText, saySample: SaySample, signal: AbortSignal): Promise<Result> {
  const spoken: Int16Array[] = [];
  for await (const { samples } of saySample(SENTENCE, signal)) spoken.push(samples);
  const stream = await stt.open({ language: 'en-US', hints: [], signal });
  try {
    const heard = textOf(stream);
    await play(stream, spoken, signal);
    const endedMs = performance.now() - PAUSE_MS;
    stream.finalize();
    const text = await Promise.race([heard, aborted(signal)]);
    const firstMs = Math.max(0, since(endedMs));
    return { detail: `It understood "${text}".`, first_result_ms: firstMs, text, audio: null };
  } finally {
    stream.close();
  }
}

type Stream = Awaited<ReturnType<SpeechToText['open']>>;

async function textOf(stream: Stream): Promise<string> {
  for await (const event of stream) if (event.type === 'final' && event.text !== '') return event.text;
  throw new Error('It understood nothing.');
}

/** As fast as it is spoken: recognizers that stream take it no faster. */
async function play(stream: Stream, spoken: readonly Int16Array[], signal: AbortSignal): Promise<void> {
  const samples = Int16Array.from(spoken.flatMap((piece) => [...piece]));
  const frames = Math.ceil(samples.length / FRAME_SAMPLES);
  const startedMs = performance.now();
  for (let index = 0; index < frames + PAUSE_MS / FRAME_MS; index += 1) {
    const frame = new Int16Array(FRAME_SAMPLES);
    frame.set(samples.subarray(index * FRAME_SAMPLES, (index + 1) * FRAME_SAMPLES));
    stream.write(frame, index < frames);
    const waitMs = startedMs + (index + 1) * FRAME_MS - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    signal.throwIfAborted();
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));
}
