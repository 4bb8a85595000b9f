import type { SpeechToText, TextToSpeech } from '@parley/conversation';
import { BuiltinSpeechToText } from './recognition/builtin-speech-to-text.ts';
import { BuiltinTextToSpeech } from './synthesis/builtin-text-to-speech.ts';
import { ClauseQueue } from './synthesis/clause-queue.ts';
import { compileFlite, FLITE_VOICES } from './synthesis/flite.ts';
import { SpeechThreads } from './worker/speech-threads.ts';

/** Utterances of a process that are decoded at the same time, some 25 MB each; 20 calls need 5 to 10 of them. */
const DECODERS = 12;

export interface BuiltinSpeechOptions {
  /** Worker threads that recognize and synthesize; 1 unless told. */
  threads?: number;
  /** False: it only speaks, starts sooner and is smaller; recognition fails. */
  recognizes?: boolean;
}

/**
 * Speech without any vendor: one pool of speech worker threads for a process. Recognition and synthesis burn CPU
 * there, behind media threads, and never on the calling thread.
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
    const threads = options.threads ?? 1;
    const decoders = options.recognizes === false ? 0 : Math.ceil(DECODERS / threads);
    const data = { flite: await compileFlite(), decoders };
    return new BuiltinSpeech(await SpeechThreads.start(threads, data));
  }

  /** Idempotent. Synthesis and recognition that are under way fail with a ProviderError. */
  close(): Promise<void> {
    return this.threads.close();
  }
}
