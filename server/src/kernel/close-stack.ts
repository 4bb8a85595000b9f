import { within } from './within.ts';

/** Longer than any part waits by itself; a part that hangs, on a frozen database for one, keeps no process alive. */
const CLOSE_WITHIN_MS = 20_000;

/** Closes what was opened, last first. Idempotent; one that fails or hangs does not keep the others open. */
export class CloseStack {
  readonly #closers: { name: string; close: () => unknown }[] = [];
  readonly #onError: (name: string, error: unknown) => void;
  #closing: Promise<void> | null = null;

  constructor(onError: (name: string, error: unknown) => void) {
    this.#onError = onError;
  }

  add(name: string, close: () => unknown): void {
    this.#closers.push({ name, close });
  }

  close(): Promise<void> {
    this.#closing ??= this.#closeAll();
    return this.#closing;
  }

  async #closeAll(): Promise<void> {
    for (const { name, close } of this.#closers.reverse()) {
      const closing = (async () => close())();
      closing.catch((error: unknown) => this.#onError(name, error));
      if (await within(CLOSE_WITHIN_MS, closing)) continue;
      this.#onError(name, new Error(`is not closed after ${CLOSE_WITHIN_MS / 1000} s, and is left behind`));
    }
  }
}
