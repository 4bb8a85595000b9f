import type { Reply } from './reply.ts';

/**
 * The reply that the caller has waited for in vain, and talked into. Its words are not wanted any more, but it may yet
 * tell that the model is dead: a caller's "Hello?" does not excuse it.
 */
export class UnheardReply {
  #watched: { reply: Reply; sinceMs: number } | null = null;

  /** Since when the caller waits for an answer that has not begun; null: for none but the present one. */
  get sinceMs(): number | null {
    return this.#watched?.sinceMs ?? null;
  }

  /**
   * Watches a reply that has no word yet, unless another one is watched; any other is cancelled.
   * @param onOutcome the model has failed, or is known to be alive
   */
  leave(reply: Reply, sinceMs: number, onOutcome: (error: Error | null) => void): void {
    if (!reply.isPending || this.#watched) {
      reply.cancel();
      return;
    }
    const watched = { reply, sinceMs };
    this.#watched = watched;
    reply.abandon();
    reply.whenDone((outcome) => {
      if (this.#watched !== watched) return;
      this.#watched = null;
      onOutcome(outcome.type === 'failed' ? outcome.error : null);
    });
  }

  /** Idempotent. */
  cancel(): void {
    this.#watched?.reply.cancel();
  }
}
