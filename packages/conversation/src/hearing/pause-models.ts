import type { MediaClock } from '../media-clock.ts';
import type { Anticipation } from '../provider/anticipation.ts';
import type { EndOfTurnModel } from '../provider/end-of-turn.ts';
import type { TurnState } from '../turns/turn-state.ts';
import { Anticipator, type AnticipatorOptions } from './anticipator.ts';
import type { CallerFrame } from './caller-sound.ts';
import { TurnJudge, type TurnJudgeOptions } from './turn-judge.ts';

export interface PauseModelsOptions
  extends Pick<TurnJudgeOptions, 'onJudgement' | 'onFailure'>,
    Pick<AnticipatorOptions, 'onAnticipated'> {
  endOfTurn: EndOfTurnModel | undefined;
  anticipation: Anticipation | undefined;
  clock: Pick<MediaClock, 'nowMs'>;
}

/** What models make of the caller's pauses: whether that was all, and what was said last. */
export class PauseModels {
  readonly #judge: TurnJudge | null;
  readonly #anticipator: Anticipator | null;
  readonly #clock: Pick<MediaClock, 'nowMs'>;
  #language = '';

  constructor({ endOfTurn, anticipation, clock, ...news }: PauseModelsOptions) {
    this.#judge = endOfTurn ? new TurnJudge({ model: endOfTurn, ...news }) : null;
    this.#anticipator = anticipation ? new Anticipator({ anticipation, ...news }) : null;
    this.#clock = clock;
  }

  /**
   * The language of the call from here on.
   * @param language BCP 47
   * @returns whether the last words are anticipated in it
   */
  expect(language: string): boolean {
    this.#language = language;
    return this.#anticipator?.expect(language) ?? false;
  }

  /**
   * @param frame of the caller, that has just passed
   * @param state of the turns, which know of its edge
   */
  hear(frame: CallerFrame, state: TurnState): void {
    this.#judge?.hear(frame.samples);
    if (frame.edge) this.#judge?.follow(frame.edge, state.utterance.text, this.#language);
    this.#anticipator?.hear(frame, state, this.#clock.nowMs);
  }

  /** Idempotent. */
  close(): void {
    this.#judge?.close();
    this.#anticipator?.close();
  }
}
