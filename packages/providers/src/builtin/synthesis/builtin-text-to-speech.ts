import { type AudioRateHz, SAMPLE_RATE_HZ } from '@parley/audio';
import {
  type ClauseRequest,
  ProviderError,
  RequestedSpeech,
  type SpeechChunk,
  type SpeechOptions,
  type SpeechSession,
  type TextToSpeech,
} from '@parley/conversation';
import type { ClauseQueue } from './clause-queue.ts';
import { FLITE_VOICES } from './flite.ts';
import { MAXIMUM_CHARACTERS, spokenPieces } from './spoken-text.ts';

/** Between two pieces of one request, on top of the silence that each has around it. */
const PAUSE_S = 0.15;

/**
 * Speech by Flite in worker threads. English whatever the request's language is.
 * Fails with a ProviderError for a voice it does not have, and for text over 10 000 characters.
 */
export class BuiltinTextToSpeech implements TextToSpeech {
  readonly name = 'builtin';
  readonly capabilities = { wordTimes: false, languagesOf: () => ['en'] };
  private readonly clauses: ClauseQueue;

  constructor(clauses: ClauseQueue) {
    this.clauses = clauses;
  }

  prewarm(): void {}

  /** The speech threads are everybody's. */
  close(): void {}

  open(options: SpeechOptions): SpeechSession {
    return new RequestedSpeech(options, (request) => this.synthesize(request));
  }

  private async *synthesize({
    text,
    voice,
    sampleRateHz = SAMPLE_RATE_HZ,
    signal,
  }: ClauseRequest): AsyncGenerator<SpeechChunk> {
    if (!FLITE_VOICES.includes(voice)) throw refusal(`has no voice "${voice}", but ${FLITE_VOICES.join(', ')}`);
    if (text.length > MAXIMUM_CHARACTERS)
      throw refusal(`cannot say ${text.length} characters at once, but ${MAXIMUM_CHARACTERS}`);
    let first = true;
    for (const piece of spokenPieces(text)) {
      const samples = await this.clause(piece, { voice, rateHz: sampleRateHz }, signal);
      if (!samples || signal.aborted) return;
      if (!first) yield { samples: new Int16Array(PAUSE_S * sampleRateHz), sampleRateHz };
      first = false;
      yield { samples: samples.slice(), sampleRateHz };
    }
  }

  private async clause(
    piece: string,
    spoken: { voice: string; rateHz: AudioRateHz },
    signal: AbortSignal,
  ): Promise<Int16Array | null> {
    try {
      return await this.clauses.synthesize(piece, spoken, signal);
    } catch (cause) {
      throw new ProviderError('tts', this.name, (cause as Error).message, { retryable: true, cause });
    }
  }
}

function refusal(message: string): ProviderError {
  return new ProviderError('tts', 'builtin', message, { retryable: false });
}
