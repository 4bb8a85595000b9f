import {
  type Anticipation,
  type ClauseRequest,
  type SpeechChunk,
  type SpeechToText,
  spokenText,
  type TextToSpeech,
} from '@parley/conversation/provider';
import { AnyWordsAnticipation } from './open-vocabulary/any-words-anticipation.ts';
import { isEnglish } from './open-vocabulary/any-words-language.ts';
import type { OpenVocabulary } from './open-vocabulary/open-vocabulary.ts';
import { BuiltinSpeechToText } from './recognition/builtin-speech-to-text.ts';
import { RecognitionLag } from './recognition/recognition-lag.ts';
import { BuiltinTextToSpeech } from './synthesis/builtin-text-to-speech.ts';
import { ClauseQueue } from './synthesis/clause-queue.ts';
import { compileFlite, FLITE_VOICES } from './synthesis/flite.ts';
import { SpeechThreads } from './worker/speech-threads.ts';

/** Utterances of a process that are decoded at the same time, some 25 MB each; 20 calls need 5 to 10 of them. */
const DECODERS = 12;

/** Long enough that calls in a row find it loaded, short enough that a service at rest is small. */
const UNLOAD_AFTER_MS = 600_000;

export interface BuiltinSpeechOptions {
  /** Worker threads that recognize and synthesize; 1 by default. */
  threads?: number;
  /** False: it only speaks, loads sooner and is smaller; recognition fails. */
  recognizes?: boolean;
  /** Models and threads are released when nothing used them for so long; 10 minutes by default. */
  unloadAfterMs?: number;
  /** Hears what is not expected; without it that comes out empty or wrong. */
  anyWords?: OpenVocabulary | undefined;
}

/**
 * Speech without any vendor: one pool of speech worker threads for a process. Recognition and synthesis burn CPU
 * there, behind media threads, and never on the calling thread. They load when they are first needed, in half a second.
 */
export class BuiltinSpeech {
  readonly tts: TextToSpeech;
  readonly voices: string[] = [...FLITE_VOICES];
  /** For calls with another recognizer; null where there is no model of any words. */
  readonly anticipation: Anticipation | null;
  private readonly threads: SpeechThreads;
  private readonly anyWords: OpenVocabulary | null;

  constructor({
    threads = 1,
    recognizes = true,
    unloadAfterMs = UNLOAD_AFTER_MS,
    anyWords,
  }: BuiltinSpeechOptions = {}) {
    this.anyWords = anyWords ?? null;
    this.anticipation = anyWords ? new AnyWordsAnticipation(anyWords) : null;
    const decoders = recognizes ? Math.ceil(DECODERS / threads) : 0;
    this.threads = new SpeechThreads({
      count: threads,
      workerData: async () => ({ flite: await compileFlite(), decoders }),
      unloadAfterMs,
      onUnload: () => clauses.clear(),
    });
    const clauses = new ClauseQueue(this.threads);
    this.tts = new BuiltinTextToSpeech(clauses);
  }

  /** The speech of one text, 8 kHz. Throws a ProviderError; when `signal` aborts it ends. */
  speak(request: ClauseRequest): AsyncIterable<SpeechChunk> {
    return spokenText(this.tts, request);
  }

  /** A recognizer of one call's own, and how far it was behind. */
  recognizer(): { stt: SpeechToText; lag: Readonly<RecognitionLag> } {
    const lag = new RecognitionLag();
    return { stt: new BuiltinSpeechToText(this.threads, lag, this.anyWords), lag };
  }

  /** Ahead of a call in this language (BCP 47): the model of any words is loaded meanwhile, where it understands it. */
  prepareToHear(language: string): void {
    if (isEnglish(language)) this.anyWords?.prepare();
  }

  /** Ahead of the first use. Rejects when the models cannot be loaded; the next use tries again. */
  load(): Promise<void> {
    return this.threads.load();
  }

  /** Idempotent. Synthesis and recognition that are under way fail with a ProviderError. */
  close(): Promise<void> {
    return this.threads.close();
  }
}
