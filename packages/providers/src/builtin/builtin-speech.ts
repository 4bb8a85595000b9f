import type { SpeechToText, TextToSpeech } from '@parley/conversation';
import { BuiltinSpeechToText } from './recognition/builtin-speech-to-text.ts';
import { BuiltinTextToSpeech } from './synthesis/builtin-text-to-speech.ts';
import { ClauseQueue } from './synthesis/clause-queue.ts';
import { compileFlite, FLITE_VOICES } from './synthesis/flite.ts';
import { SpeechThreads } from './worker/speech-threads.ts';

/** Decoders of one thread, some 20 MB each. A core decodes about 14 voices at once. */
const DECODERS_PER_THREAD = 12;

export interface BuiltinSpeechOptions {
  /** Worker threads that recognize and synthesize; 1 unless told. */
  threads?: number;
}

/**
 * Speech without any vendor: one pool of speech worker threads for a process. Recognition and synthesis burn CPU
 * there, at lower priority, and never on the calling thread.
 */
export class BuiltinSpeech {
  readonly stt: SpeechToText;
  readonly tts: TextToSpeech;
  readonly voices: string[] = [...FLITE_VOICES];
  private readonly threads: SpeechThreads;

  private constructor(threads: SpeechThreads) {
    this.threads = threads;
    this.stt = new BuiltinSpeechToText(threads);
    this.tts = new BuiltinTextToSpeech(new ClauseQueue(threads));
  }

  /** Loads the models into the threads. Rejects when they cannot be loaded. */
  static async start(options: BuiltinSpeechOptions = {}): Promise<BuiltinSpeech> {
    const data = { flite: await compileFlite(), decoders: DECODERS_PER_THREAD };
    return new BuiltinSpeech(await SpeechThreads.start(options.threads ?? 1, data));
  }

  /** Idempotent. Synthesis and recognition that are under way fail with a ProviderError. */
  close(): Promise<void> {
    return this.threads.close();
  }
}
