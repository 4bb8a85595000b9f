/** Closes what was opened, last first. Idempotent; one failing close does not keep the others open. */
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
      try {
        await close();
      } catch (error) {
        this.#onError(name, error);
      }
    }
  }
}
