/**
 * Writes down what happens to one call: one step after the other, in the order in which they happened, beside the call
 * itself, which never waits for the database.
 */
export class CallJournal {
  readonly #onFailure: (step: string, error: unknown) => void;
  #last: Promise<unknown> = Promise.resolve();

  /** `onFailure`: a step that failed for good. The steps behind it are written all the same. */
  constructor(onFailure: (step: string, error: unknown) => void) {
    this.#onFailure = onFailure;
  }

  /** Resolves when the step is stored, or has failed and was reported. */
  append(step: string, write: () => Promise<unknown>): Promise<void> {
    const written = this.#last.then(write).then(
      () => {},
      (error: unknown) => this.#onFailure(step, error),
    );
    this.#last = written;
    return written;
  }
}
