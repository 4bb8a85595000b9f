import type { LanguageModel, LanguageModelEvent, LanguageModelRequest } from '@parley/conversation';
import type { VirtualTime } from '@parley/conversation/testing';
import { Draw } from '../cases/draw.ts';
import type { CallPlan } from '../cases/test-case.ts';
import { OPENERS, QUESTIONS, STATEMENTS } from './sentences.ts';

/** Some fifteen seconds: a caller who speaks into it is not at its end before the case is. */
const LONG_STATEMENTS = 4;
/** Statements that do not come again before the others: of some replies, of which one may have been prepared in vain. */
const LATELY = 12;

export interface ModelReply {
  text: string;
  /** Media time of the request. */
  atMs: number;
}

/** A model that replies after a fixed time, all at once, and never says a sentence again that it said lately. */
export class AgentModel implements LanguageModel {
  readonly name = 'bench-model';
  readonly replies: ModelReply[] = [];
  readonly #time: VirtualTime;
  readonly #delayMs: number;
  readonly #length: 'long' | 'short';
  readonly #openerShare: number;
  readonly #draw: Draw;
  #statements: string[] = [];
  #lately: string[] = [];

  /** @param openerShare of its replies begin with what replies often begin with ("Sure, …") */
  constructor(time: VirtualTime, delayMs: number, { replies, id }: Pick<CallPlan, 'replies' | 'id'>, openerShare = 0) {
    this.#time = time;
    this.#delayMs = delayMs;
    this.#length = replies;
    this.#openerShare = openerShare;
    this.#draw = new Draw(id);
  }

  async *respond({ signal }: LanguageModelRequest): AsyncIterable<LanguageModelEvent> {
    const text = this.#opened(
      this.#length === 'long' ? this.#take(LONG_STATEMENTS) : `${this.#take(1)} ${this.#draw.of(QUESTIONS)}`,
    );
    this.replies.push({ text, atMs: this.#time.nowMs });
    await this.#time.sleep(this.#delayMs);
    for (const delta of text.match(/\S+\s*/g) ?? []) {
      if (signal.aborted) return;
      yield { type: 'text', delta };
    }
  }

  #opened(text: string): string {
    const isOpened = this.#openerShare > 0 && this.#draw.isLess(this.#openerShare);
    if (!isOpened) return text;
    const opener = this.#draw.of(OPENERS);
    return `${opener} ${opener.endsWith(',') ? text[0]!.toLowerCase() + text.slice(1) : text}`;
  }

  #take(count: number): string {
    if (this.#statements.length < count) this.#shuffle();
    const taken = this.#statements.splice(0, count);
    this.#lately = [...this.#lately, ...taken].slice(-LATELY);
    return taken.join(' ');
  }

  #shuffle(): void {
    const shuffled = this.#draw.shuffled(STATEMENTS);
    const isLate = (statement: string): boolean => this.#lately.includes(statement);
    this.#statements = [...shuffled.filter((one) => !isLate(one)), ...shuffled.filter(isLate)];
  }
}
