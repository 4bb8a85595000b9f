import type { SignalledMessage, Signalling, UnreachedPeer } from '../../signalling.ts';
import { redact } from './redact.ts';

/** A call has about ten, one that holds and resumes all day has more: how it began and how it ended is worth most. */
const FIRST_MESSAGES = 60;
const LAST_MESSAGES = 40;
const MESSAGE_BYTES = 8192;
const LADDER_BYTES = 65_536;

/** What was signalled about one leg. */
export class Ladder {
  readonly #local: Signalling['local'];
  readonly #onClose: () => void;
  readonly #messages: SignalledMessage[] = [];
  #bytes = 0;
  #omitted = 0;
  #unreached: UnreachedPeer | undefined;

  constructor(local: Signalling['local'], onClose: () => void) {
    this.#local = local;
    this.#onClose = onClose;
  }

  add(message: Omit<SignalledMessage, 'text' | 'bytes' | 'copies' | 'unsent'>, bytes: Buffer): void {
    const text = bytes.toString('latin1', 0, MESSAGE_BYTES);
    const { direction } = message;
    const known = this.#messages.findLast((earlier) => earlier.direction === direction && earlier.text === text);
    if (known) {
      known.copies += 1;
      return;
    }
    this.#messages.push({ ...message, text, bytes: bytes.length, copies: 0 });
    this.#bytes += text.length;
    while (this.#messages.length > FIRST_MESSAGES + LAST_MESSAGES || this.#bytes > LADDER_BYTES) this.#omitOne();
  }

  /** What was added as sent never left. */
  noteUnsent(bytes: Buffer, why: string): void {
    const text = bytes.toString('latin1', 0, MESSAGE_BYTES);
    const message = this.#messages.findLast((earlier) => earlier.direction === 'sent' && earlier.text === text);
    if (message) message.unsent = why;
  }

  /** The INVITE never left, and the call is over for that. */
  noteUnreached(peer: UnreachedPeer): void {
    this.#unreached = peer;
  }

  /** So far; secrets are gone. */
  get signalling(): Signalling {
    const messages = this.#messages.map((message) => ({ ...message, text: redact(message.text) }));
    const unreached = this.#unreached;
    return { local: this.#local, messages, omitted: this.#omitted, ...(unreached && { unreached }) };
  }

  /** Nothing more belongs to it. Idempotent. */
  close(): void {
    this.#onClose();
  }

  #omitOne(): void {
    const middle = Math.min(FIRST_MESSAGES, Math.floor(this.#messages.length / 2));
    const [omitted] = this.#messages.splice(middle, 1);
    this.#bytes -= omitted!.text.length;
    this.#omitted += 1;
  }
}
