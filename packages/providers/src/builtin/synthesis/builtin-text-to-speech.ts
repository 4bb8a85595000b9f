import { type AudioRateHz, SAMPLE_RATE_HZ } from '@parley/audio';
import {
  type ClauseRequest,
  ProviderError,
  RequestedSpeech,
  type SpeechChunk,
  type SpeechOptions,
  type SpeechSession,
  type SpokenWord,
  type TextToSpeech,
  type TextToSpeechCapabilities,
} from '@parley/conversation/provider';
import type { ClauseQueue } from './clause-queue.ts';
import { FLITE_VOICES } from './flite.ts';
import type { SpokenPiece } from './spoken-piece.ts';
import { MAXIMUM_CHARACTERS, spokenPieces } from './spoken-text.ts';
import { WrittenWords } from './written-words.ts';

/** Between two pieces of one request, on top of the silence that each has around it. */
const PAUSE_S = 0.15;

/**
 * Speech by Flite in worker threads. English whatever the request's language is.
 * Fails with a ProviderError for a voice it does not have, and for text over 10 000 characters.
 */
export class BuiltinTextToSpeech implements TextToSpeech {
  readonly name = 'builtin';
  readonly capabilities: TextToSpeechCapabilities = {
    wordTimes: true,
    languagesOf: () => ['en'],
    // Loading it takes a second of a processor: without one it is late, not lost.
    lostAfterMs: 15_000,
  };
  private readonly clauses: ClauseQueue;

  constructor(clauses: ClauseQueue) {
    this.clauses = clauses;
  }

  prewarm(): void {}

  /** The speech threads are shared. */
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
    const written = new WrittenWords(text);
    let startMs = 0;
    for (const piece of spokenPieces(text)) {
      const spoken = await this.piece(piece, { voice, rateHz: sampleRateHz }, signal);
      if (!spoken || signal.aborted) return;
      if (startMs > 0) {
        yield { samples: new Int16Array(PAUSE_S * sampleRateHz), sampleRateHz };
        startMs += PAUSE_S * 1000;
      }
      const words = written.take(spoken.words.map((word) => later(word, startMs)));
      yield { samples: spoken.samples, sampleRateHz, words };
      startMs += (spoken.samples.length / sampleRateHz) * 1000;
    }
  }

  private async piece(
    piece: string,
    spoken: { voice: string; rateHz: AudioRateHz },
    signal: AbortSignal,
  ): Promise<SpokenPiece | null> {
    try {
      return await this.clauses.synthesize(piece, spoken, signal);
    } catch (cause) {
      throw new ProviderError('tts', this.name, (cause as Error).message, { retryable: true, cause });
    }
  }
}

const later = ({ text, startMs, endMs }: SpokenWord, byMs: number): SpokenWord => ({
  text,
  startMs: startMs + byMs,
  endMs: endMs + byMs,
});

function refusal(message: string): ProviderError {
  return new ProviderError('tts', 'builtin', message, { retryable: false });
}
