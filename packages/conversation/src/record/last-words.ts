/** How long the end of the call waits for the caller's last words; in real time, since no frame passes any more. */
const LAST_WORDS_MS = 700;

/** What the caller was saying when the call ended, which the recognizer tells a moment later. */
export class LastWords {
  #onFiled: () => void = () => undefined;

  /** Resolves when they are filed, or will not be. */
  async wait(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, LAST_WORDS_MS);
    this.#onFiled = resolve;
    await promise;
    clearTimeout(timer);
  }

  noteFiled(): void {
    this.#onFiled();
  }
}
