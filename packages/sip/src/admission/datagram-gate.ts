import type { DialogRegistry } from '../dialogs/dialog-registry.ts';
import { type PeekedMessage, peekMessage } from '../messages/peek-message.ts';
import type { Scheduler } from '../scheduler.ts';
import type { TransactionLayer } from '../transactions/transaction-layer.ts';
import type { Verdict } from '../transports/message-transport.ts';
import type { Hop } from '../transports/transport.ts';
import type { InviteAdmission } from './invite-admission.ts';
import { RateBudget } from './rate-budget.ts';
import { isScanner } from './scanners.ts';

/** A keep-alive (RFC 5626 section 3.5.1) is no larger. */
const KEEP_ALIVE_BYTES = 4;
/**
 * What begins something is held until it is over; this bounds what it weighs. An INVITE has 1 to 2 kB, and 5 with location and
 * ISUP beside the SDP. What belongs to a live call may be as large as a datagram can be (RFC 3261 section 18.1.1).
 */
const LARGEST_NEW_REQUEST_BYTES = 16_384;
/** Enough for a person who looks for a mistake in an address or a port. A flood, or one in a victim's name, draws no more. */
const RESPONSES_A_SECOND = { each: 2, all: 10 };

/** Telephones that register come from anywhere. Each is answered, and known by its password. */
const REGISTRATIONS_A_SECOND = { each: 20, all: 200 };

const INVITE_START = 'INVITE ';

export interface DatagramGateOptions {
  readonly isTrusted: ((source: Hop) => boolean) | undefined; // left out: all are
  readonly transactions: TransactionLayer;
  readonly dialogs: DialogRegistry;
  readonly admission: InviteAdmission | null;
  readonly takesRegistrations: boolean;
}

/**
 * Decides by source, a few headers and what is under way whether a datagram is read at all. Sources that are not trusted may go
 * on with what they are part of: a trunk has many hosts, of which any may respond or speak in a dialog.
 */
export class DatagramGate {
  readonly #options: DatagramGateOptions;
  readonly #toUntrusted: RateBudget;
  readonly #toLarge: RateBudget;
  readonly #registrations: RateBudget;

  constructor(scheduler: Scheduler, options: DatagramGateOptions) {
    this.#options = options;
    this.#toUntrusted = new RateBudget(scheduler, RESPONSES_A_SECOND);
    this.#toLarge = new RateBudget(scheduler, RESPONSES_A_SECOND);
    this.#registrations = new RateBudget(scheduler, REGISTRATIONS_A_SECOND);
  }

  judge(bytes: Buffer, source: Hop): Verdict {
    const isTrusted = this.#options.isTrusted?.(source) ?? true;
    if (isTrusted) return this.#judgeTrusted(bytes, source);
    if (bytes.length <= KEEP_ALIVE_BYTES) return 'accept';
    const peeked = peekMessage(bytes);
    if (!peeked) return 'drop';
    if (this.#isUnderWay(peeked)) return 'accept';
    return this.#isRegistration(peeked, bytes) ? this.#judgeRegistration(source) : this.#judgeUntrusted(peeked, source);
  }

  close(): void {
    this.#toUntrusted.close();
    this.#toLarge.close();
    this.#registrations.close();
  }

  #judgeTrusted(bytes: Buffer, source: Hop): Verdict {
    const isLarge = bytes.length > LARGEST_NEW_REQUEST_BYTES;
    const { admission } = this.#options;
    // While there is room the server decides, who has read the request: one that is wrong takes up none.
    const isTooMuch =
      admission?.isExhausted === true && bytes.toString('latin1', 0, INVITE_START.length) === INVITE_START;
    if (!isLarge && !isTooMuch) return 'accept';
    const peeked = peekMessage(bytes);
    if (peeked && this.#isUnderWay(peeked)) return 'accept';
    if (!isLarge) return peeked && admission ? admission.judge() : 'accept';
    const isAnswerable = peeked?.kind === 'request' && peeked.method !== 'ACK';
    return isAnswerable && this.#toLarge.take(source.host) ? 'too_large' : 'drop';
  }

  #judgeUntrusted({ kind, method, userAgent }: PeekedMessage, source: Hop): Verdict {
    if (kind === 'response' || method === 'ACK' || isScanner(userAgent)) return 'drop';
    return this.#toUntrusted.take(source.host) ? 'untrusted' : 'drop';
  }

  #isRegistration({ kind, method, userAgent }: PeekedMessage, bytes: Buffer): boolean {
    if (!this.#options.takesRegistrations || kind === 'response' || method !== 'REGISTER') return false;
    return !isScanner(userAgent) && bytes.length <= LARGEST_NEW_REQUEST_BYTES;
  }

  /** Those that are too many at a time, as the telephones of an office after a power cut, come in with the repetition (RFC 3261 section 17.1.2.2: 0.5 s). */
  #judgeRegistration({ protocol, host }: Hop): Verdict {
    if (this.#registrations.take(host)) return 'accept';
    return protocol === 'udp' ? 'drop' : 'overload';
  }

  #isUnderWay({ kind, method, via, callId, toTag }: PeekedMessage): boolean {
    const { transactions, dialogs } = this.#options;
    if (kind === 'response') return transactions.awaits(via, method);
    return transactions.knows(via, method) || dialogs.has(callId, toTag);
  }
}
