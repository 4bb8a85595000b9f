import { wavHeader } from '@parley/audio';
import { type HeardWord, ProviderError } from '@parley/conversation/provider';
import { TimeLimit } from '../transport/time-limit.ts';
import { networkFailure } from '../transport/vendor-failure.ts';
import { requestVendor } from '../transport/vendor-request.ts';
import { reportedLanguage } from './reported-language.ts';
import type { ServerConnection } from './server-connection.ts';
import { UPLOAD_RATE_HZ } from './uploaded-utterance.ts';

/** "Audio file is too short": less is filled up with silence. */
const MIN_UPLOAD_SAMPLES = UPLOAD_RATE_HZ / 2;
const TIMEOUT_MS = 20_000;
/** A server that refuses `verbose_json` is remembered, so that not every call begins with a refusal. */
const MAX_REMEMBERED = 100;
const plainServers = new Set<string>();

export interface TranscriptionOptions {
  server: ServerConnection;
  model: string;
  /** ISO 639; null: the server is to tell. */
  language: string | null;
  prompt: string | null;
  fetch: typeof globalThis.fetch;
}

export interface Transcript {
  text: string;
  /** In milliseconds of the audio that was sent. */
  words: HeardWord[];
  /** ISO 639; null where the server does not say. */
  language: string | null;
}

interface WireWord {
  word?: unknown;
  /** LocalAI's name for it. */
  text?: unknown;
  start?: unknown;
  end?: unknown;
}

interface WireTranscript {
  text?: unknown;
  language?: unknown;
  words?: WireWord[];
  segments?: { words?: WireWord[] }[];
}

/**
 * Transcribes audio of 16 kHz by `POST /audio/transcriptions`: with words and their times where the server has them
 * (`verbose_json`; OpenAI's newer models, llama.cpp and older vLLM refuse it), else as mere text.
 * Rejects with a ProviderError, or with the signal's reason when that aborts.
 */
export async function transcribe(
  samples: Int16Array,
  options: TranscriptionOptions,
  signal: AbortSignal,
): Promise<Transcript> {
  const { server, model } = options;
  const file = wavFile(samples);
  const key = `${server.baseUrl} ${model}`;
  if (plainServers.has(key)) return post(file, options, 'json', signal);
  try {
    return await post(file, options, 'verbose_json', signal);
  } catch (cause) {
    if (!refusesFormat(cause)) throw cause;
    const transcript = await post(file, options, 'json', signal);
    if (plainServers.size >= MAX_REMEMBERED) plainServers.clear();
    plainServers.add(key);
    return transcript;
  }
}

async function post(
  file: Blob,
  { server, model, language, prompt, fetch }: TranscriptionOptions,
  format: 'json' | 'verbose_json',
  signal: AbortSignal,
): Promise<Transcript> {
  const body = new FormData();
  body.set('model', model);
  body.set('response_format', format);
  body.set('temperature', '0');
  if (format === 'verbose_json') body.append('timestamp_granularities[]', 'word');
  if (language !== null) body.set('language', language);
  if (prompt !== null) body.set('prompt', prompt);
  body.set('file', file, 'utterance.wav');
  const { baseUrl, headers, vendor } = server;
  const limit = new TimeLimit(TIMEOUT_MS);
  try {
    const url = `${baseUrl}/audio/transcriptions`;
    const response = await requestVendor({
      url,
      headers,
      body,
      vendor,
      signal: AbortSignal.any([signal, limit.signal]),
      fetch,
    });
    return transcriptOf(await response.text(), response.headers.get('content-type') ?? '', server);
  } catch (cause) {
    signal.throwIfAborted();
    if (limit.hasPassed) throw networkFailure(vendor, new Error(`no transcript for ${TIMEOUT_MS} ms`));
    throw cause instanceof ProviderError ? cause : networkFailure(vendor, cause);
  } finally {
    limit.end();
  }
}

/** Not of what would be refused in any form: the key, the model, too much at once. */
const refusesFormat = (cause: unknown): boolean =>
  cause instanceof ProviderError && /: (400|415|422|500|501)\b/.test(cause.message);

function transcriptOf(body: string, type: string, { vendor }: ServerConnection): Transcript {
  // A server that knows no format but text ignores the one that was asked for.
  if (/^text\/plain\b/i.test(type) && !body.trimStart().startsWith('{'))
    return { text: body.trim(), words: [], language: null };
  const wire = parsed(body);
  if (typeof wire?.text !== 'string') {
    throw new ProviderError(vendor.role, vendor.provider, `answered with ${type || 'something'} and no transcript`, {
      retryable: false,
      advice: 'Check the base address, with its version segment such as /v1.',
    });
  }
  const words = wire.words?.length ? wire.words : (wire.segments ?? []).flatMap((segment) => segment.words ?? []);
  return {
    text: wire.text.trim(),
    words: words.flatMap((word) => heardWord(word) ?? []),
    language: reportedLanguage(wire.language),
  };
}

function parsed(body: string): WireTranscript | null {
  try {
    return JSON.parse(body) as WireTranscript | null;
  } catch {
    return null;
  }
}

function heardWord({ word, text, start, end }: WireWord): HeardWord | null {
  const spelling = typeof word === 'string' ? word : text;
  if (typeof spelling !== 'string' || typeof start !== 'number' || typeof end !== 'number') return null;
  return { text: spelling.trim(), startMs: Math.round(start * 1000), endMs: Math.round(end * 1000) };
}

function wavFile(samples: Int16Array): Blob {
  const pcm = new Int16Array(Math.max(MIN_UPLOAD_SAMPLES, samples.length));
  pcm.set(samples);
  const header = wavHeader({ sampleRateHz: UPLOAD_RATE_HZ, channels: 1, dataBytes: pcm.byteLength });
  return new Blob([header as Uint8Array<ArrayBuffer>, pcm], { type: 'audio/wav' });
}
