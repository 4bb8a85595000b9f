import { type AudioRateHz, Resampler } from '@parley/audio';
import { ClauseSound } from '../speaking/clause-sound.ts';
import type { PlayableSpeech } from '../speaking/playout.ts';

/** One item that the model says: its audio as it comes, and its words as far as they are reported. */
export class ItemSpeech implements PlayableSpeech {
  readonly itemId: string;
  readonly rateHz: AudioRateHz;
  readonly #sound: ClauseSound;
  readonly #resampler: Resampler | null;
  #isTextFinal = false;
  /** Media time of its first sound. */
  firstSoundMs: number | null = null;

  /**
   * @param inputHz of the samples that are appended
   * @param rateHz of the call
   */
  constructor(itemId: string, inputHz: number, rateHz: AudioRateHz) {
    this.itemId = itemId;
    this.rateHz = rateHz;
    this.#sound = new ClauseSound('', rateHz);
    this.#resampler = inputHz === rateHz ? null : new Resampler(inputHz, rateHz);
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

  /** No more audio comes. Idempotent. */
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
