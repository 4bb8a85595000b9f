import type { Frame } from '@parley/audio';
import type { EndOfTurnModel } from '../provider/end-of-turn.ts';
import { asError } from '../provider/provider-error.ts';
import { CallerTail } from './caller-tail.ts';
import type { VoiceEdge } from './voice-tracker.ts';

export interface TurnJudgeOptions {
  model: EndOfTurnModel;
  /** The voice that stopped at `untilMs` was the end of a turn with this probability. */
  onJudgement: (probability: number, untilMs: number) => void;
  /** It is not asked any more in this call. */
  onFailure: (error: Error) => void;
}

/** Asks a model at each pause of the caller whether that was all. The answer comes while the pause goes on, or is not needed. */
export class TurnJudge {
  readonly #options: TurnJudgeOptions;
  readonly #tail = new CallerTail();
  #asking: AbortController | null = null;
  #isLost = false;

  constructor(options: TurnJudgeOptions) {
    this.#options = options;
  }

  /** @param frame of the call */
  hear(frame: Frame): void {
    if (!this.#isLost) this.#tail.write(frame);
  }

  /**
   * The caller pauses, or goes on.
   * @param transcript what was recognized so far
   * @param language BCP 47
   */
  follow(edge: VoiceEdge, transcript: string, language: string): void {
    this.#forget();
    if (edge.type === 'voice_stopped' && !this.#isLost) this.#ask(edge.untilMs, transcript, language);
  }

  /** Idempotent. */
  close(): void {
    this.#isLost = true;
    this.#forget();
    this.#options.model.close();
  }

  #ask(untilMs: number, transcript: string, language: string): void {
    const asking = new AbortController();
    this.#asking = asking;
    void this.#judge(asking.signal, untilMs, transcript, language);
  }

  #forget(): void {
    this.#asking?.abort();
    this.#asking = null;
  }

  async #judge(signal: AbortSignal, untilMs: number, transcript: string, language: string): Promise<void> {
    const { model, onJudgement, onFailure } = this.#options;
    try {
      const probability = await model.predict({ samples: this.#tail.read(), transcript, language, signal });
      if (!signal.aborted) onJudgement(probability, untilMs);
    } catch (error) {
      if (signal.aborted || this.#isLost) return;
      this.#isLost = true;
      onFailure(asError(error));
    }
  }
}
