// npm run bench:adapters [-- --rounds 200]: what our side of each vendor takes. The vendors are local servers that answer at
// once, so that what is left is the adapter, its socket and the event loop.
import { cpus, loadavg } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { FRAME_MS, FRAME_SAMPLES } from '@parley/audio';
import type { Vendor } from '@parley/providers';
import { anthropic } from '../packages/providers/src/anthropic/index.ts';
import { AnthropicServer } from '../packages/providers/src/anthropic/testing/anthropic-server.ts';
import { assemblyAi } from '../packages/providers/src/assemblyai/index.ts';
import { AssemblyAiServer } from '../packages/providers/src/assemblyai/testing/assemblyai-server.ts';
import { azure } from '../packages/providers/src/azure/index.ts';
import { AzureServer } from '../packages/providers/src/azure/testing/azure-server.ts';
import { cartesia } from '../packages/providers/src/cartesia/index.ts';
import { CartesiaServer } from '../packages/providers/src/cartesia/testing/cartesia-server.ts';
import { deepgram } from '../packages/providers/src/deepgram/index.ts';
import { DeepgramServer } from '../packages/providers/src/deepgram/testing/deepgram-server.ts';
import { elevenLabs } from '../packages/providers/src/elevenlabs/index.ts';
import { ElevenLabsServer } from '../packages/providers/src/elevenlabs/testing/elevenlabs-server.ts';
import { google } from '../packages/providers/src/google/index.ts';
import { GoogleServer } from '../packages/providers/src/google/testing/google-server.ts';
import { groq } from '../packages/providers/src/groq/index.ts';
import { mistral } from '../packages/providers/src/mistral/index.ts';
import { openai } from '../packages/providers/src/openai/index.ts';
import { OpenAiServer } from '../packages/providers/src/openai/testing/openai-server.ts';
import { openaiCompatible } from '../packages/providers/src/openai-compatible/index.ts';
import { soniox } from '../packages/providers/src/soniox/index.ts';
import { SonioxServer } from '../packages/providers/src/soniox/testing/soniox-server.ts';
import { EventLog } from '../packages/providers/src/testing/conformance/event-log.ts';
import type { LanguageModelServer } from '../packages/providers/src/testing/conformance/language-model.ts';
import type { SpeechToTextServer } from '../packages/providers/src/testing/conformance/speech-to-text.ts';
import type { TextToSpeechServer } from '../packages/providers/src/testing/conformance/text-to-speech.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '200' } } });
const rounds = Number(values.rounds);
const say = (line: string) => process.stdout.write(`${line}\n`);

interface Subject<Server> {
  vendor: Vendor;
  name: string;
  start: () => Promise<Server>;
}

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;

function row(name: string, what: string, tookMs: number[]): void {
  tookMs.sort((a, b) => a - b);
  const figures = [0.5, 0.99].map((share) => at(tookMs, share).toFixed(3).padStart(9));
  say(`${name.padEnd(34)}${what.padEnd(44)}${figures.join('')}`);
}

const connectionTo = ({ baseUrl, apiKey }: { baseUrl: string; apiKey: string }) => ({ baseUrl, apiKey });

/** A frame that is written, and an answer that has come. */
async function listen({ vendor, name, start }: Subject<SpeechToTextServer>, model: string | null): Promise<void> {
  const server = await start();
  const stt = vendor.speechToText!(connectionTo(server), model);
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
async function speak({ vendor, name, start }: Subject<TextToSpeechServer>, voice: string): Promise<void> {
  const server = await start();
  const tts = vendor.textToSpeech!(connectionTo(server), null);
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
async function think({ vendor, name, start }: Subject<LanguageModelServer>, model: string): Promise<void> {
  const server = await start();
  const mind = vendor.languageModel!(connectionTo(server), model);
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
await listen({ vendor: deepgram, name: 'deepgram/nova-3', start: deepgramServer }, 'nova-3');
await listen({ vendor: deepgram, name: 'deepgram/flux-general-en', start: deepgramServer }, 'flux-general-en');
await listen({ vendor: assemblyAi, name: 'assemblyai', start: () => new AssemblyAiServer().start() }, null);
await listen({ vendor: azure, name: 'azure', start: () => new AzureServer().start() }, null);
await listen({ vendor: cartesia, name: 'cartesia', start: () => new CartesiaServer().start() }, null);
await listen({ vendor: elevenLabs, name: 'elevenlabs', start: () => new ElevenLabsServer().start() }, null);
await listen({ vendor: openai, name: 'openai', start: openAi }, null);
await listen({ vendor: soniox, name: 'soniox', start: () => new SonioxServer().start() }, null);

await speak({ vendor: deepgram, name: 'deepgram', start: deepgramServer }, 'aura-2-thalia-en');
await speak({ vendor: azure, name: 'azure', start: () => new AzureServer().start() }, 'en-US-AvaMultilingualNeural');
await speak(
  { vendor: cartesia, name: 'cartesia', start: () => new CartesiaServer().start() },
  'f786b574-daa5-4673-aa0c',
);
await speak(
  { vendor: elevenLabs, name: 'elevenlabs', start: () => new ElevenLabsServer().start() },
  'Xb7hH8MSUJpSbSDYk0k2',
);
await speak({ vendor: openai, name: 'openai', start: openAi }, 'marin');
await speak({ vendor: openaiCompatible, name: 'openai-compatible', start: openAi }, 'af_heart');
await speak({ vendor: soniox, name: 'soniox', start: () => new SonioxServer().start() }, 'Adrian');

await think({ vendor: anthropic, name: 'anthropic', start: () => new AnthropicServer().start() }, 'claude-haiku-4-5');
await think({ vendor: google, name: 'google', start: () => new GoogleServer().start() }, 'gemini-3.5-flash');
await think({ vendor: groq, name: 'groq', start: openAi }, 'llama-3.3-70b-versatile');
await think({ vendor: mistral, name: 'mistral', start: openAi }, 'mistral-small-latest');
await think({ vendor: openai, name: 'openai', start: openAi }, 'gpt-4.1-mini');
await think({ vendor: openaiCompatible, name: 'openai-compatible', start: openAi }, 'qwen3:8b');
// Sockets that vendors keep open for the next call.
process.exit(0);
