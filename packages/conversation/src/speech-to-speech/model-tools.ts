import type { MediaClock } from '../media-clock.ts';
import type { AnswerSource, ToolCall } from '../provider/language-model.ts';
import type { CalledTool, Dialogue } from '../record/dialogue.ts';
import { END_CALL } from '../tools/call-tools.ts';
import type { ToolDesk } from '../tools/tool-desk.ts';
import type { ModelConnection } from './model-connection.ts';

export interface ModelToolsOptions {
  desk: ToolDesk;
  connection: ModelConnection;
  dialogue: Dialogue;
  clock: MediaClock;
  /** What the model says from now on is said with these before it. */
  onSources: (sources: readonly AnswerSource[]) => void;
}

/** The model's tool calls, between the desk that carries them out and the session that waits for their results. */
export class ModelTools {
  readonly #options: ModelToolsOptions;
  /** Whose results the model has not got. */
  #open: CalledTool[] = [];

  constructor(options: ModelToolsOptions) {
    this.#options = options;
  }

  /** There are results that the model waits for. */
  get hasResults(): boolean {
    return this.#open.some(({ result }) => result !== null);
  }

  run(calls: ToolCall[]): void {
    const { desk, dialogue, clock } = this.#options;
    const entry = dialogue.addAgent(clock.nowMs);
    desk.submit(calls, entry);
    this.#open.push(...entry.tools);
  }

  /** The caller has interrupted the calls: their results are not wanted any more. */
  withdraw(callIds: readonly string[]): void {
    this.#open = this.#open.filter(({ call }) => !callIds.includes(call.id));
  }

  /**
   * Gives the model the results that there are.
   * @param instead what `end_call` has come to, where the call goes on
   */
  answer(wantsReply: boolean, instead: string | null): void {
    const results = this.#open.flatMap(({ call, result }) => {
      if (result === null) return [];
      return [{ call, result: call.name === END_CALL.name ? (instead ?? result) : result }];
    });
    const given = this.#open.filter(({ result }) => result !== null);
    this.#open = this.#open.filter(({ result }) => result === null);
    if (results.length === 0) return;
    this.#options.onSources(given.flatMap(({ sources }) => sources));
    this.#options.connection.answerTools(results, wantsReply);
  }
}
