import { SAMPLE_RATE_HZ } from '@parley/audio';
import { Moonshine } from '../open-vocabulary/moonshine.ts';
import type { HearOptions, OpenHearing, OpenVocabulary } from '../open-vocabulary/open-vocabulary.ts';

/** What a sound takes a processor that has nothing else to do: so much, and so much for each second of it. */
const FREELY = { leastMs: 15, msASecond: 48 };
/** Where but its last words are known. */
const BEHIND_KNOWN = { leastMs: 30, msASecond: 24 };
/** What it takes to look for interjections. */
const INTERJECTIONS_MS = 40;

/**
 * The model of any words in the calling thread, for conversations in media time: `settled` is awaited after each tick, and what
 * is heard comes when `sleep` says that the time has passed that a processor takes.
 */
export class InlineOpenVocabulary implements OpenVocabulary {
  readonly #model: Moonshine;
  readonly #sleep: (ms: number) => Promise<void>;
  #work: Promise<unknown> = Promise.resolve();

  private constructor(model: Moonshine, sleep: (ms: number) => Promise<void>) {
    this.#model = model;
    this.#sleep = sleep;
  }

  static async load(sleep: (ms: number) => Promise<void>): Promise<InlineOpenVocabulary> {
    return new InlineOpenVocabulary(await Moonshine.load(), sleep);
  }

  /** Nothing is being computed. */
  async settled(): Promise<void> {
    for (let work: unknown = null; work !== this.#work; ) {
      work = this.#work;
      await this.#work;
    }
  }

  prepare(): void {}

  hear(samples: Int16Array<ArrayBuffer>, { draft = [], known = '' }: HearOptions = {}): OpenHearing {
    const { leastMs, msASecond } = known === '' ? FREELY : BEHIND_KNOWN;
    const lateMs = leastMs + (samples.length / SAMPLE_RATE_HZ) * msASecond;
    const late = this.#sleep(lateMs);
    const work = { aborted: false };
    const heard = this.#next(() => this.#model.encode(samples));
    const transcript = this.#next(async () => this.#model.transcribe(await heard, { draft, known, signal: work }));
    return {
      transcript: transcript.then(async (said) => {
        await late;
        return work.aborted ? null : said;
      }),
      weigh: (text) => this.#next(async () => this.#model.likelihood(await heard, text)),
      interjections: async () => {
        await this.#sleep(INTERJECTIONS_MS);
        return this.#next(async () => this.#model.interjections(await heard));
      },
      forget: () => {
        work.aborted = true;
      },
    };
  }

  #next<T>(step: () => Promise<T>): Promise<T> {
    const done = this.#work.then(step);
    this.#work = done.catch(() => undefined);
    return done;
  }
}
