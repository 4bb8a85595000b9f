import { Resampler, SAMPLE_RATE_HZ } from '@parley/audio';
import { ClauseSound } from '../speaking/clause-sound.ts';
import type { PlayableSpeech } from '../speaking/playout.ts';

/** One thing that the model says: its sound as it comes, and its words as far as they are told. */
export class ItemSpeech implements PlayableSpeech {
  readonly itemId: string;
  readonly #sound = new ClauseSound('');
  readonly #resampler: Resampler | null;
  #isTextFinal = false;
  /** Media time of its first sound. */
  firstSoundMs: number | null = null;

  /** @param rateHz of the samples that are appended */
  constructor(itemId: string, rateHz: number) {
    this.itemId = itemId;
    this.#resampler = rateHz === SAMPLE_RATE_HZ ? null : new Resampler(rateHz, SAMPLE_RATE_HZ);
  }

  get clauses(): readonly ClauseSound[] {
    return [this.#sound];
  }

  get isComplete(): boolean {
    return this.#sound.isComplete;
  }

  get text(): string {
    return this.#sound.text;
  }

  get isTextFinal(): boolean {
    return this.#isTextFinal;
  }

  append(samples: Int16Array, nowMs: number): void {
    if (this.isComplete) return;
    this.firstSoundMs ??= nowMs;
    this.#sound.append({ samples: this.#resampler?.process(samples) ?? samples });
  }

  hearText(text: string, isFinal: boolean): void {
    this.#sound.text = text.replace(/\s+/g, ' ').trim();
    this.#isTextFinal ||= isFinal;
  }

  /** No more sound comes. Idempotent. */
  end(): void {
    if (this.isComplete) return;
    if (this.#resampler) this.#sound.append({ samples: this.#resampler.flush() });
    this.#sound.complete();
  }

  /** Nor do more of its words. */
  lose(): void {
    this.end();
    this.#isTextFinal = true;
  }

  advanceTo(): void {}
}
