import type { ConversationEvent, ConversationWarning } from '../conversation-event.ts';
import { failureReason, failureText } from '../provider/provider-error.ts';

/** What went wrong in a call, and did not end it: each cause once, since a vendor that is down is so in every turn. */
export class Warnings {
  all: ConversationWarning[] = [];
  readonly #onEvent: (event: ConversationEvent) => void;

  constructor(onEvent: (event: ConversationEvent) => void) {
    this.#onEvent = onEvent;
  }

  /** @param stack of a fault of our own */
  add(code: string, message: string, stack?: string): void {
    if (this.all.some((known) => known.code === code && known.message === message)) return;
    // A retry is reported again with its result.
    this.all = [...this.all.filter((known) => !tellsMore(message, known.message)), { code, message }];
    this.#onEvent({ type: 'warning', code, message, ...(stack !== undefined && { stack }) });
  }

  /** `what` has failed for good. */
  addFailure(what: string, error: Error): void {
    const isOurs = failureReason(error) === 'internal_error';
    this.add(`${what}_failed`, failureText(error), isOurs ? error.stack : undefined);
  }
}

/** Whether the one message is the other, and goes on, if it does: with the consequence, or with advice. */
function tellsMore(message: string, known: string): boolean {
  if (!message.startsWith(known)) return false;
  const more = message.slice(known.length);
  return more === '' || /^[.;]/.test(more) || (/[.!?]$/.test(known) && more.startsWith(' '));
}
