import type { Authenticator } from './authentication/authenticator.ts';
import type { Dialog } from './dialogs/dialog.ts';
import type { LocalIdentity } from './local-identity.ts';
import { HopOutages } from './locating/hop-outages.ts';
import type { SipRequest } from './messages/message.ts';
import { parseUri } from './messages/uri.ts';
import type { HeadersFor, OtherHops } from './other-hops.ts';
import type { Scheduler } from './scheduler.ts';
import { type RequestUser, type SendingMeans, SentRequest } from './sent-request.ts';
import { type Hop, isSameHop } from './transports/transport.ts';

interface SenderDependencies extends Omit<SendingMeans, 'outages'> {
  readonly scheduler: Scheduler;
}

/**
 * Sends requests above the transactions: one that is answered 401 or 407 is repeated with credentials (RFC 3261 section 22), one
 * whose hop fails goes to the next (RFC 3263 section 4.3), and a 3xx is followed where that is permitted (RFC 3261 section 8.1.3.4).
 */
export class RequestSender {
  readonly #means: SendingMeans;

  constructor({ scheduler, ...means }: SenderDependencies) {
    this.#means = { ...means, outages: new HopOutages(scheduler) };
  }

  /** A request outside of dialogs. Its user hears of the last response alone. */
  send(
    request: SipRequest,
    hop: Hop,
    authenticator: Authenticator,
    user: RequestUser,
    { alternatives = [], redirectTo, keepsProtocol = false, headersFor = () => ({}), fallbackSdp }: OtherHops = {},
  ): SentRequest {
    let sequence = request.cseq.number;
    const nextSequence = () => {
      sequence += 1;
      return sequence;
    };
    const hops = [hop, ...alternatives];
    const way = { hops, redirectTo, headersFor, keepsProtocol, fallbackSdp, authenticator, nextSequence };
    return new SentRequest(this.#means, request, way, user);
  }

  /** `ownHops`: all of the peer, where any may do: the others are tried when that of the dialog, which is one of them, fails. */
  sendInDialog(request: SipRequest, dialog: Dialog, user: RequestUser, ownHops: readonly Hop[] = []): SentRequest {
    const { nextHop, authenticator } = dialog;
    const others = ownHops.filter((hop) => !isSameHop(hop, nextHop));
    const hops = others.length < ownHops.length ? [nextHop, ...others] : [nextHop];
    const nextSequence = () => dialog.nextSequence();
    const headersFor = contactFor(request, this.#means.local);
    const way = { hops, redirectTo: undefined, headersFor, keepsProtocol: false, fallbackSdp: undefined };
    return new SentRequest(this.#means, request, { ...way, authenticator, nextSequence }, user);
  }

  /** No hop is left out any more. Idempotent. */
  close(): void {
    this.#means.outages.close();
  }
}

/** A request that refreshes our target names our address of the protocol that it takes (RFC 3261 section 12.2). */
function contactFor(request: SipRequest, local: LocalIdentity): HeadersFor {
  return (hop): ReturnType<HeadersFor> => {
    const { contact } = request;
    return contact ? { Contact: local.contact(parseUri(contact.uri)?.user ?? null, hop) } : {};
  };
}
