// npm run bench:adapters [-- --rounds 200]: what our side of each vendor takes. The vendors are local servers that answer at
// once, so that what is left is the adapter, its socket and the event loop.
import { cpus, loadavg } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { FRAME_MS, FRAME_SAMPLES } from '@parley/audio';
import { loadVendor } from '@parley/providers';
import {
  AnthropicServer,
  AssemblyAiServer,
  AzureServer,
  CartesiaServer,
  DeepgramServer,
  ElevenLabsServer,
  EventLog,
  GoogleServer,
  type LanguageModelServer,
  OpenAiServer,
  SonioxServer,
  type SpeechToTextServer,
  type TextToSpeechServer,
} from '@parley/providers/testing';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '200' } } });
const rounds = Number(values.rounds);
const say = (line: string) => process.stdout.write(`${line}\n`);

interface Subject<Server> {
  /** By its vendor; the part after a slash is its model. */
  name: string;
  start: () => Promise<Server>;
}

const vendorOf = (name: string) => loadVendor(name.split('/')[0]!);

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;

function row(name: string, what: string, tookMs: number[]): void {
  tookMs.sort((a, b) => a - b);
  const figures = [0.5, 0.99].map((share) => at(tookMs, share).toFixed(3).padStart(9));
  say(`${name.padEnd(34)}${what.padEnd(44)}${figures.join('')}`);
}

const connectionTo = ({ baseUrl, apiKey }: { baseUrl: string; apiKey: string }) => ({ baseUrl, apiKey });

/** A frame that is written, and an answer that has come. */
async function listen({ name, start }: Subject<SpeechToTextServer>, model: string | null): Promise<void> {
  const server = await start();
  const stt = (await vendorOf(name))!.speechToText!(connectionTo(server), model);
  const stream = await stt.open({ language: 'en-US', hints: [], signal: new AbortController().signal });
  const log = new EventLog(stream);
  const frame = new Int16Array(FRAME_SAMPLES).fill(4000);
  const writes: number[] = [];
  const answers: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (let frames = 0; frames < 25; frames += 1) {
      const startedMs = performance.now();
      stream.write(frame, true);
      writes.push(performance.now() - startedMs);
    }
    const asked = server.finalizes;
    stream.finalize();
    await server.when(() => server.finalizes > asked);
    const from = log.events.length;
    const startedMs = performance.now();
    server.settle({ text: `round ${round}`, startMs: round * 25 * FRAME_MS, endMs: (round + 1) * 25 * FRAME_MS });
    await log.first(({ type }) => type === 'final', from);
    answers.push(performance.now() - startedMs);
  }
  row(name, 'listens: a frame of 20 ms is written', writes);
  row('', 'listens: from the answer to the conversation', answers);
  stream.close();
  await server.close();
}

/** From a clause to its first sound. */
async function speak({ name, start }: Subject<TextToSpeechServer>, voice: string): Promise<void> {
  const server = await start();
  const tts = (await vendorOf(name))!.textToSpeech!(connectionTo(server), null);
  const session = tts.open({ voice, language: 'en-US' });
  const log = new EventLog(session);
  const tookMs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const from = log.events.length;
    const startedMs = performance.now();
    session.push(`This is sentence ${round}.`);
    session.flush();
    await log.first(({ type }) => type === 'audio', from);
    tookMs.push(performance.now() - startedMs);
    await log.first(({ type }) => type === 'flushed', from);
  }
  row(name, 'speaks: from a clause to its first sound', tookMs);
  session.close();
  tts.close();
  await server.close();
}

/** From a request to its first text. */
async function think({ name, start }: Subject<LanguageModelServer>, model: string): Promise<void> {
  const server = await start();
  const mind = (await vendorOf(name))!.languageModel!(connectionTo(server), model);
  const tookMs: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const { signal } = new AbortController();
    const startedMs = performance.now();
    const events = mind.respond({
      prompt: 'You are Ava.',
      messages: [{ role: 'user', text: 'Hello?' }],
      tools: [],
      signal,
    });
    let firstMs: number | null = null;
    for await (const { type } of events) if (type === 'text') firstMs ??= performance.now() - startedMs;
    // The first loads what is loaded once, and connects.
    if (round > 0) tookMs.push(firstMs!);
    await nextTurn();
  }
  row(name, 'thinks: from the request to the first text', tookMs);
  await server.close();
}

const openAi = () => new OpenAiServer().start();
say(`${cpus()[0]?.model}, ${cpus().length} cores, load average ${loadavg()[0]!.toFixed(1)}; ${rounds} rounds each`);
say(`${''.padEnd(78)}${'median ms'.padStart(9)}${'p99 ms'.padStart(9)}`);

const deepgramServer = () => new DeepgramServer().start();
await listen({ name: 'deepgram/nova-3', start: deepgramServer }, 'nova-3');
await listen({ name: 'deepgram/flux-general-en', start: deepgramServer }, 'flux-general-en');
await listen({ name: 'assemblyai', start: () => new AssemblyAiServer().start() }, null);
await listen({ name: 'azure', start: () => new AzureServer().start() }, null);
await listen({ name: 'cartesia', start: () => new CartesiaServer().start() }, null);
await listen({ name: 'elevenlabs', start: () => new ElevenLabsServer().start() }, null);
await listen({ name: 'openai', start: openAi }, null);
await listen({ name: 'soniox', start: () => new SonioxServer().start() }, null);

await speak({ name: 'deepgram', start: deepgramServer }, 'aura-2-thalia-en');
await speak({ name: 'azure', start: () => new AzureServer().start() }, 'en-US-AvaMultilingualNeural');
await speak({ name: 'cartesia', start: () => new CartesiaServer().start() }, 'f786b574-daa5-4673-aa0c');
await speak({ name: 'elevenlabs', start: () => new ElevenLabsServer().start() }, 'Xb7hH8MSUJpSbSDYk0k2');
await speak({ name: 'openai', start: openAi }, 'marin');
await speak({ name: 'openai-compatible', start: openAi }, 'af_heart');
await speak({ name: 'soniox', start: () => new SonioxServer().start() }, 'Adrian');

await think({ name: 'anthropic', start: () => new AnthropicServer().start() }, 'claude-haiku-4-5');
await think({ name: 'google', start: () => new GoogleServer().start() }, 'gemini-3.5-flash');
await think({ name: 'groq', start: openAi }, 'llama-3.3-70b-versatile');
await think({ name: 'mistral', start: openAi }, 'mistral-small-latest');
await think({ name: 'openai', start: openAi }, 'gpt-4.1-mini');
await think({ name: 'openai-compatible', start: openAi }, 'qwen3:8b');
// Sockets that vendors keep open for the next call.
process.exit(0);
