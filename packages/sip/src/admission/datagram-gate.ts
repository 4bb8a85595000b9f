import type { DialogRegistry } from '../dialogs/dialog-registry.ts';
import { type PeekedMessage, peekMessage } from '../messages/peek-message.ts';
import type { Scheduler } from '../scheduler.ts';
import type { TransactionLayer } from '../transactions/transaction-layer.ts';
import type { Verdict } from '../transports/message-transport.ts';
import type { Hop, HostPort } from '../transports/transport.ts';
import { RateBudget } from './rate-budget.ts';
import { isScanner } from './scanners.ts';

/** A keep-alive (RFC 5626 section 3.5.1) is no larger. */
const KEEP_ALIVE_BYTES = 4;
/**
 * What begins something is held until it is over; this bounds what it weighs. An INVITE has 1 to 2 kB, and 5 with location and ISUP
 * beside the SDP. What belongs to a call that lives may be as large as a datagram can be (RFC 3261 section 18.1.1).
 */
const LARGEST_NEW_REQUEST_BYTES = 16_384;
/** Enough for a person who looks for a mistake in an address or a port; a flood, or one in the name of a victim, draws no more. */
const RESPONSES_TO_UNTRUSTED = { each: 2, all: 10 };

/**
 * Decides by source, a few headers and what is under way whether a datagram is read at all. Sources that are not trusted may go on
 * with what they are part of: a trunk has many hosts, of which any may respond or speak in a dialog.
 */
export class DatagramGate {
  readonly #isTrusted: (source: HostPort) => boolean;
  readonly #transactions: TransactionLayer;
  readonly #dialogs: DialogRegistry;
  readonly #budget: RateBudget;

  constructor(
    scheduler: Scheduler,
    isTrusted: (source: HostPort) => boolean,
    transactions: TransactionLayer,
    dialogs: DialogRegistry,
  ) {
    this.#isTrusted = isTrusted;
    this.#transactions = transactions;
    this.#dialogs = dialogs;
    this.#budget = new RateBudget(scheduler, RESPONSES_TO_UNTRUSTED);
  }

  judge(bytes: Buffer, source: Hop): Verdict {
    const isTrusted = this.#isTrusted({ host: source.host, port: source.port });
    if (bytes.length <= (isTrusted ? LARGEST_NEW_REQUEST_BYTES : KEEP_ALIVE_BYTES)) return 'accept';
    const peeked = peekMessage(bytes);
    if (!peeked) return 'drop';
    if (this.#isUnderWay(peeked)) return 'accept';
    return isTrusted ? judgeLarge(peeked) : this.#judgeUntrusted(peeked, source);
  }

  close(): void {
    this.#budget.close();
  }

  #judgeUntrusted({ kind, method, userAgent }: PeekedMessage, source: Hop): Verdict {
    if (kind === 'response' || method === 'ACK' || isScanner(userAgent)) return 'drop';
    return this.#budget.take(source.host) ? 'untrusted' : 'drop';
  }

  #isUnderWay({ kind, method, via, callId, toTag }: PeekedMessage): boolean {
    if (kind === 'response') return this.#transactions.awaits(via, method);
    return this.#transactions.knows(via, method) || this.#dialogs.has(callId, toTag);
  }
}

function judgeLarge({ kind, method }: PeekedMessage): Verdict {
  if (kind === 'response') return 'accept'; // perhaps a 2xx that was forgotten
  return method === 'ACK' ? 'drop' : 'too_large';
}
