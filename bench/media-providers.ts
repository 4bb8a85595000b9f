// The vendors of bench:media: they reply at once and cost nothing, except for voice activity detection, which is real.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { SAMPLE_RATE_HZ } from '@parley/audio';
import {
  type LanguageModelEvent,
  RequestedSpeech,
  type SpeechOptions,
  type SpeechToTextEvent,
  type SpeechToTextStream,
} from '@parley/conversation';

const root = process.env.PARLEY_BENCH_ROOT!;
const { createVoiceActivityDetector } = (await import(
  path.join(root, 'packages/providers/src/index.ts')
)) as typeof import('@parley/providers');
const spoken = await readFile(process.env.PARLEY_BENCH_SOUND!);
const samples = new Int16Array(spoken.buffer, spoken.byteOffset, spoken.length / 2).subarray(
  0,
  Number(process.env.PARLEY_BENCH_SPOKEN_MS) * 8,
);

const HEARD = 'yes please tell me more about that';
const REPLY = 'Of course. It has three rooms and a garden. Would you like to see it on Monday?';

/** Hears the same words in every utterance, at once. */
class InstantStream implements SpeechToTextStream {
  readonly #events: SpeechToTextEvent[] = [];
  #wake = Promise.withResolvers<void>();
  #isVoiced = false;
  #isClosed = false;

  write(_frame: Int16Array, voiced: boolean): void {
    if (voiced && !this.#isVoiced) this.#push({ type: 'partial', text: HEARD, startMs: null, untilMs: null });
    this.#isVoiced ||= voiced;
  }

  finalize(): void {
    this.#push({ type: 'final', text: this.#isVoiced ? HEARD : '', words: [], startMs: null });
    this.#isVoiced = false;
  }

  close(): void {
    this.#isClosed = true;
    this.#wake.resolve();
  }

  async *[Symbol.asyncIterator](): AsyncIterator<SpeechToTextEvent> {
    while (!this.#isClosed) {
      const event = this.#events.shift();
      if (event) yield event;
      else await this.#wake.promise;
    }
  }

  #push(event: SpeechToTextEvent): void {
    this.#events.push(event);
    this.#wake.resolve();
    this.#wake = Promise.withResolvers();
  }
}

/** What lives in this thread after a collection, for the subject to ask. */
const memory = new BroadcastChannel('memory');
memory.onmessage = ({ data }) => {
  if (data !== 'report') return;
  globalThis.gc!();
  const { heapUsed, external } = process.memoryUsage();
  memory.postMessage({ livingKb: (heapUsed + external) / 1024 });
};

/** In the place of `server/src/media/thread/providers.ts`. */
export const ThreadProviders = {
  async start() {
    const newVad = await createVoiceActivityDetector();
    const stt = {
      name: 'instant',
      capabilities: {
        interim: true,
        endOfTurn: 'none',
        finalPatienceMs: 1500,
        keyTerms: false,
        languages: null,
        detectsLanguage: false,
      },
      open: async () => new InstantStream(),
    };
    const llm = {
      name: 'instant',
      async *respond(): AsyncIterable<LanguageModelEvent> {
        yield { type: 'text', delta: REPLY };
      },
    };
    const tts = {
      name: 'instant',
      capabilities: { wordTimes: false, languagesOf: () => null },
      prewarm() {},
      open: (options: SpeechOptions) =>
        new RequestedSpeech(options, async function* () {
          yield { samples: samples.slice(), sampleRateHz: SAMPLE_RATE_HZ };
        }),
      close() {},
    };
    return {
      forAgent: () => ({
        transcribers: [stt],
        models: [llm],
        voices: [{ tts, voice: 'instant' }],
        vad: newVad(),
        hints: [],
        warnings: [],
      }),
      async close() {
        memory.close();
      },
    };
  },
};
