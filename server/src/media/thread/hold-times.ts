interface Span {
  startMs: number;
  endMs: number;
}

/**
 * While the other side holds the call nothing of ours is sent, so the conversation pauses, and its time with it. The
 * call's own time, which the recording has, goes on: this brings the two together.
 */
export class HoldTimes {
  /** Where in the conversation, and for how long. */
  readonly #holds: { readonly atMs: number; lengthMs: number }[] = [];

  /** The call is held a while longer, with the conversation at `atMs`. */
  lengthen(atMs: number, byMs: number): void {
    const last = this.#holds.at(-1);
    if (last?.atMs === atMs) last.lengthMs += byMs;
    else this.#holds.push({ atMs, lengthMs: byMs });
  }

  /** From the time of the conversation to that of the call. What begins where it was held began after that, what ends there, before. */
  spanInCall({ startMs, endMs }: Span): Span {
    const start = this.#add(startMs, (atMs) => atMs <= startMs);
    const end = this.#add(endMs, (atMs) => atMs < endMs);
    return { startMs: start, endMs: Math.max(start, end) };
  }

  #add(conversationMs: number, counts: (atMs: number) => boolean): number {
    return this.#holds.reduce((sum, hold) => sum + (counts(hold.atMs) ? hold.lengthMs : 0), conversationMs);
  }
}
