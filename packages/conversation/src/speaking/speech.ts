import type { AudioRateHz } from '@parley/audio';
import { joined } from '../languages/joined.ts';
import type { Spelling } from '../languages/spelling/spelling.ts';
import type { MediaClock } from '../media-clock.ts';
import { ClauseSound } from './clause-sound.ts';
import { speakable } from './speakable.ts';
import { SpeechSynthesis } from './speech-synthesis.ts';
import type { Synthesis } from './synthesis.ts';

/** Clauses synthesized beyond the one that is playing: enough never to run dry, and little is thrown away when interrupted. */
const CLAUSES_AHEAD = 2;

/** One thing the agent says: clauses that arrive one by one and are synthesized in order, some way ahead of playout. */
export class Speech {
  readonly clauses: ClauseSound[] = [];
  readonly rateHz: AudioRateHz;
  readonly #synthesis: SpeechSynthesis;
  readonly #spelling: Spelling | undefined;
  #cancelled = false;
  readonly #clock: MediaClock;
  /** Media time of the first clause's text and of its first sound; null before. */
  firstClauseMs: number | null = null;
  firstSoundMs: number | null = null;
  /** Since when playout has nothing left to play, though more may be added; null while it has. */
  saidAllMs: number | null = null;
  /** What was put between the model's words. */
  readonly #fillers = new Set<ClauseSound>();
  #synthesized = 0;
  #allowed: number;
  #ended = false;
  #busy = false;
  readonly #ready = Promise.withResolvers<void>();
  #failure: Error | null = null;
  #onFailure: ((error: Error) => void) | null = null;

  /** @param clausesAllowed how many clauses may be synthesized before `advanceTo` allows more */
  constructor(synthesis: Synthesis, clock: MediaClock, clausesAllowed = CLAUSES_AHEAD + 1) {
    this.rateHz = synthesis.rateHz;
    this.#spelling = synthesis.pack.spelling;
    this.#synthesis = new SpeechSynthesis(synthesis);
    this.#clock = clock;
    this.#allowed = clausesAllowed;
  }

  /** A clause as the model wrote it; what cannot be said of it is left out. */
  add(written: string): void {
    const text = speakable(written);
    if (text === '') return;
    this.firstClauseMs ??= this.#clock.nowMs;
    this.#push(text);
  }

  /** What is said while the rest is waited for. */
  fill(text: string): void {
    this.#fillers.add(this.#push(text));
  }

  #push(text: string): ClauseSound {
    const clause = new ClauseSound(text, this.rateHz, { spelling: this.#spelling, onSound: () => this.#noteSound() });
    this.saidAllMs = null;
    this.clauses.push(clause);
    this.#pump();
    return clause;
  }

  /** What was added, without what was said meanwhile. */
  get text(): string {
    const written = this.clauses.filter((clause) => !this.#fillers.has(clause));
    return joined(written.map(({ text }) => text));
  }

  /** Nothing will be added any more. */
  end(): void {
    this.#ended = true;
    if (this.clauses.length === 0) this.#ready.resolve();
    this.#pump();
  }

  /** Playout has come to the clause of this index: more may be synthesized. */
  advanceTo(index: number): void {
    this.#allowed = Math.max(this.#allowed, index + 1 + CLAUSES_AHEAD);
    if (index > 0 && index >= this.clauses.length) this.saidAllMs = this.#clock.nowMs;
    this.#pump();
  }

  /** All its audio is there. */
  get isComplete(): boolean {
    return this.#ended && this.#synthesized === this.clauses.length;
  }

  /** Calls `listener` when synthesis fails for good: at once when it has. */
  whenFailed(listener: (error: Error) => void): void {
    if (this.#failure) listener(this.#failure);
    else this.#onFailure = listener;
  }

  /** Resolves when the first clause is synthesized, or never will be. */
  whenReady(): Promise<void> {
    return this.#ready.promise;
  }

  get hasFailed(): boolean {
    return this.#failure !== null;
  }

  /** Idempotent. What is synthesized stays; nothing more will come. */
  cancel(): void {
    this.#cancelled = true;
    this.#synthesis.close();
    this.#ready.resolve();
  }

  #noteSound(): void {
    this.firstSoundMs ??= this.#clock.nowMs;
  }

  #pump(): void {
    if (this.#cancelled || this.#busy) return;
    if (this.isComplete) this.#synthesis.close();
    const clause = this.clauses[this.#synthesized];
    if (!clause || this.#synthesized >= this.#allowed) return;
    this.#busy = true;
    this.#synthesis.fill(clause).then(
      () => {
        this.#busy = false;
        this.#ready.resolve();
        this.#synthesized += 1;
        this.#pump();
      },
      (error: Error) => {
        this.#cancelled = true;
        this.#synthesis.close();
        this.#failure = error;
        this.#ready.resolve();
        this.#onFailure?.(error);
      },
    );
  }
}
