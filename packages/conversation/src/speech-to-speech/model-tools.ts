import type { MediaClock } from '../media-clock.ts';
import type { ToolCall } from '../provider/language-model.ts';
import type { AgentEntry, Dialogue } from '../record/dialogue.ts';
import { MAX_TOOL_ROUNDS } from '../speaking/agent-voice.ts';
import { END_CALL } from '../tools/call-tools.ts';
import type { AfterSpeech, ToolDesk } from '../tools/tool-desk.ts';
import type { ModelConnection } from './model-connection.ts';

export interface ModelToolsOptions {
  desk: ToolDesk;
  connection: ModelConnection;
  dialogue: Dialogue;
  clock: MediaClock;
}

/** The model's tool calls, between the desk that carries them out and the session that waits for their results. */
export class ModelTools {
  readonly #options: ModelToolsOptions;
  /** Whose results the model waits for. */
  #called: AgentEntry[] = [];
  /** Since when; null when nobody waits, or has been told that it takes a moment. */
  #sinceMs: number | null = null;
  readonly #withdrawn = new Set<string>();
  #rounds = 0;

  constructor(options: ModelToolsOptions) {
    this.#options = options;
  }

  get isIdle(): boolean {
    return this.#options.desk.isIdle;
  }

  /** What is said while the caller waits for the tool that runs; null: what is always said. */
  get meanwhile(): string | null {
    return this.#options.desk.meanwhile;
  }

  /** The caller has said something: the model may call tools anew. */
  startTurn(): void {
    this.#rounds = 0;
  }

  /** Null: it calls tools over and over, and never speaks. */
  submit(calls: ToolCall[]): AfterSpeech | null {
    this.#rounds += 1;
    if (this.#rounds > MAX_TOOL_ROUNDS) return null;
    const { desk, dialogue, clock } = this.#options;
    const entry = dialogue.addAgent(clock.nowMs);
    this.#called.push(entry);
    this.#sinceMs = clock.nowMs;
    return desk.submit(calls, entry);
  }

  /** What was to follow the agent's words. */
  act(): void {
    this.#options.desk.act();
  }

  callOff(): void {
    this.#options.desk.callOff();
  }

  withdraw(callIds: readonly string[]): void {
    for (const id of callIds) this.#withdrawn.add(id);
  }

  /** Whether somebody waits for longer than that; told once. */
  isSlow(afterMs: number): boolean {
    const { desk, clock } = this.#options;
    if (this.#sinceMs === null || desk.isIdle || clock.nowMs - this.#sinceMs < afterMs) return false;
    this.#sinceMs = null;
    return true;
  }

  /**
   * Gives the model the results that there are. Returns whether there were any.
   * @param instead what `end_call` has come to, where the call goes on
   */
  answer(wantsReply: boolean, instead: string | null = null): boolean {
    this.#sinceMs = null;
    const results = this.#called.splice(0).flatMap(({ tools }) =>
      tools.flatMap(({ call, result }) => {
        if (result === null || this.#withdrawn.has(call.id)) return [];
        return [{ call, result: call.name === END_CALL.name ? (instead ?? result) : result }];
      }),
    );
    if (results.length > 0) this.#options.connection.answerTools(results, wantsReply);
    return results.length > 0;
  }
}
