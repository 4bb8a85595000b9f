import { type AuthenticationFailure, type Authenticator, ChallengeHistory } from './authentication/authenticator.ts';
import type { Identifiers } from './identifiers.ts';
import type { LocalIdentity } from './local-identity.ts';
import type { HopOutages } from './locating/hop-outages.ts';
import { SipHeaders } from './messages/headers.ts';
import { SipRequest, type SipResponse } from './messages/message.ts';
import { retryAfterS } from './messages/retry-after.ts';
import { longerSession } from './messages/session-expires.ts';
import type { HeadersFor } from './other-hops.ts';
import { Redirection, type RedirectTo } from './redirection.ts';
import { hopOfLongRequest, isTooLongForUdp, NO_TCP_MS } from './size-limit.ts';
import type { ClientTransactionUser } from './transactions/client-transaction.ts';
import { InviteClientTransaction } from './transactions/invite-client.ts';
import type { NonInviteClientTransaction } from './transactions/non-invite-client.ts';
import type { TransactionLayer } from './transactions/transaction-layer.ts';
import type { Hop } from './transports/transport.ts';

/** A request on its way to one hop. */
export interface Attempt {
  readonly request: SipRequest;
  readonly hop: Hop;
  /** The hop, or that over UDP which the request was too long for: where shorter ones of the same dialog go. */
  readonly usualHop: Hop;
}

export interface RequestUser extends ClientTransactionUser {
  /**
   * The request is about to be sent again: with credentials, to the next hop, or to where a 3xx points. False: it is not, and
   * what came of it is handed on.
   */
  mayRepeat?(): boolean;
  /** A response of a hop whose place another has taken: never one of failure. */
  onLateResponse?(response: SipResponse, attempt: Attempt): void;
}

/** What requests are sent with. */
export interface SendingMeans {
  readonly transactions: TransactionLayer;
  readonly local: LocalIdentity;
  readonly identifiers: Identifiers;
  readonly outages: HopOutages;
  /** Whether a transport to it is open. */
  carries(hop: Hop): boolean;
}

/** Where one request may go, and how it is made again. */
interface Way {
  readonly hops: readonly Hop[];
  readonly redirectTo: RedirectTo | undefined;
  readonly headersFor: HeadersFor;
  /** It takes the protocol of its hop, however long it is. */
  readonly keepsProtocol: boolean;
  readonly fallbackSdp: string | undefined;
  readonly authenticator: Authenticator;
  /** The CSeq number for another request to this peer. */
  nextSequence(): number;
}

/** What is not as it was when a request is sent again. */
interface Changes {
  readonly hop?: Hop;
  readonly uri?: string;
  readonly sequence?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly sdp?: string;
}

/** The session description is what the peer cannot use (RFC 3261 sections 21.4.13, 21.4.26 and 21.6.4). */
const UNUSABLE_OFFER: ReadonlySet<number> = new Set([415, 488, 606]);

const MOST_LENGTHENED = 5;

/** One request, with its repetitions: each is a transaction of its own (RFC 3261 section 8.1.3.5). */
export class SentRequest {
  readonly #means: SendingMeans;
  readonly #way: Way;
  readonly #user: RequestUser;
  readonly #redirection: Redirection;
  #nextHops: readonly Hop[];
  #history = new ChallengeHistory();
  #attempt: Attempt;
  #transaction: InviteClientTransaction | NonInviteClientTransaction;
  #failure: AuthenticationFailure | null = null;
  #lengthened = 0;
  #fallbackSdp: string | undefined;

  /** `request`: as the first hop is sent it. */
  constructor(means: SendingMeans, request: SipRequest, way: Way, user: RequestUser) {
    const [hop, ...others] = means.outages.usable(way.hops);
    this.#means = means;
    this.#way = way;
    this.#user = user;
    this.#fallbackSdp = way.fallbackSdp;
    this.#redirection = new Redirection(request.uri, way.redirectTo);
    this.#nextHops = others;
    if (hop !== way.hops[0]) this.#address(request.headers, hop!);
    way.authenticator.authorize(request);
    this.#attempt = this.#attemptAt(hop!, request);
    this.#transaction = this.#transmit(this.#attempt);
  }

  /** As it was sent last. */
  get request(): SipRequest {
    return this.#attempt.request;
  }

  /** Where it was sent last. */
  get hop(): Hop {
    return this.#attempt.hop;
  }

  /** Where it would have been sent, were it shorter. */
  get usualHop(): Hop {
    return this.#attempt.usualHop;
  }

  /** Whether there is another hop to go to. */
  get hasNextHop(): boolean {
    return this.#nextHops.length > 0;
  }

  /** Why the peer's last word was 401 or 407; null while it was not. */
  get failure(): AuthenticationFailure | null {
    return this.#failure;
  }

  /** No copy of an INVITE leaves any more; responses are taken as before. */
  stopResending(): void {
    if (this.#transaction instanceof InviteClientTransaction) this.#transaction.stopResending();
  }

  /** Nothing more is heard of it. */
  terminate(): void {
    this.#transaction.terminate();
  }

  /** The hop is silent: the next takes its place, and its own responses are late. False: there is none. */
  giveUpHop(): boolean {
    const silent = this.#transaction;
    this.#noteSilence(this.#attempt);
    if (!this.#tryNextHop()) return false;
    if (silent instanceof InviteClientTransaction) silent.stopResending();
    return true;
  }

  /**
   * What is too long for UDP goes over TCP, and over UDP after all where there is no TCP (RFC 3261 section 18.1.1). A server that
   * was found to take none is not asked again for a while.
   */
  #attemptAt(hop: Hop, request: SipRequest): Attempt {
    const { outages, carries } = this.#means;
    const overTcp = this.#way.keepsProtocol ? null : hopOfLongRequest(hop);
    if (!overTcp || !carries(overTcp) || outages.has(overTcp) || !isTooLongForUdp(request))
      return { request, hop, usualHop: hop };
    this.#nextHops = [hop, ...this.#nextHops];
    this.#address(request.headers, overTcp);
    return { request, hop: overTcp, usualHop: hop };
  }

  #transmit(attempt: Attempt): InviteClientTransaction | NonInviteClientTransaction {
    const { transactions } = this.#means;
    const { request, hop } = attempt;
    const user: ClientTransactionUser = {
      onResponse: (response) => this.#receive(attempt, response),
      onTimeout: () => this.#fail(attempt, () => this.#user.onTimeout()),
      onTransportError: (error) => this.#fail(attempt, () => this.#user.onTransportError(error)),
    };
    return request.method === 'INVITE'
      ? transactions.invite(request, hop, user)
      : transactions.request(request, hop, user);
  }

  /** RFC 3263 section 4.3: a timeout and an error of the transport are failures of the hop. */
  #fail(attempt: Attempt, report: () => void): void {
    if (attempt !== this.#attempt) return;
    this.#noteSilence(attempt);
    if (!this.#tryNextHop()) report();
  }

  #receive(attempt: Attempt, response: SipResponse): void {
    if (attempt !== this.#attempt) {
      if (response.status < 300) this.#user.onLateResponse?.(response, attempt);
      return;
    }
    this.#noteHealth(attempt, response);
    if (!this.#isRepeatedAfter(response)) this.#user.onResponse(response);
  }

  /** That there is no TCP says nothing of the server over UDP. */
  #noteSilence({ hop, usualHop }: Attempt): void {
    if (hop === usualHop) this.#noteFailure(hop);
    else this.#means.outages.add(hop, NO_TCP_MS);
  }

  /** Nothing is gained by leaving out the only hop of a peer. */
  #noteFailure(hop: Hop, durationMs?: number): void {
    if (this.#way.hops.length > 1) this.#means.outages.add(hop, durationMs);
  }

  /** Section 21.5.4: who says 503 and when to come back is left alone until then. */
  #noteHealth({ hop, usualHop }: Attempt, response: SipResponse): void {
    // Who responds over TCP has the request: there is nothing left to try over UDP.
    if (hop !== usualHop) this.#nextHops = this.#nextHops.filter((next) => next !== usualHop);
    if (response.status === 503) this.#noteFailure(usualHop, (retryAfterS(response) ?? 0) * 1000);
    else this.#means.outages.remove(usualHop);
  }

  #isRepeatedAfter(response: SipResponse): boolean {
    const { status } = response;
    if (status === 401 || status === 407) return this.#answerChallenge(response);
    if (status === 503) return this.#tryNextHop();
    if (UNUSABLE_OFFER.has(status)) return this.#offerOtherwise();
    return status === 422 ? this.#askForLongerSession(response) : this.#followRedirect(response);
  }

  #answerChallenge(response: SipResponse): boolean {
    this.#failure = this.#way.authenticator.takeChallenge(response, this.#history);
    if (this.#failure !== null || !this.#mayRepeat()) return false;
    this.#repeat({ sequence: this.#way.nextSequence() });
    return true;
  }

  /** The same request with another branch: should both hops lead to one phone, it sees that it is one call (section 8.2.2.2). */
  #tryNextHop(): boolean {
    const [hop, ...others] = this.#nextHops;
    if (!hop) return false;
    this.#nextHops = others;
    if (!this.#mayRepeat()) return false;
    this.#history = new ChallengeHistory(); // a nonce of one hop is mostly unknown to another
    this.#repeat({ hop });
    return true;
  }

  /** Section 8.1.3.4. */
  #followRedirect(response: SipResponse): boolean {
    const redirect = this.#redirection.follow(response);
    if (!redirect) return false;
    const [hop, ...others] = this.#means.outages.usable(redirect.hops);
    this.#nextHops = others;
    if (!this.#mayRepeat()) return false;
    this.#history = new ChallengeHistory();
    this.#repeat({ hop: hop!, uri: redirect.uri, sequence: this.#way.nextSequence() });
    return true;
  }

  /** Section 8.1.3.5: once. */
  #offerOtherwise(): boolean {
    const sdp = this.#fallbackSdp;
    if (sdp === undefined || !this.#mayRepeat()) return false;
    this.#fallbackSdp = undefined;
    this.#repeat({ sdp, sequence: this.#way.nextSequence() });
    return true;
  }

  /** RFC 4028 section 7.3; each time it is longer, and five times are more than there are proxies on the way that differ. */
  #askForLongerSession(response: SipResponse): boolean {
    const headers = longerSession(this.request, response);
    if (!headers || this.#lengthened === MOST_LENGTHENED || !this.#mayRepeat()) return false;
    this.#lengthened += 1;
    this.#repeat({ headers, sequence: this.#way.nextSequence() });
    return true;
  }

  /** Each transmission to a hop has a branch of its own, and says how we are reached from there. */
  #address(headers: SipHeaders, hop: Hop): SipHeaders {
    const { local, identifiers } = this.#means;
    headers.set('via', local.via(hop, identifiers.branch()));
    for (const [name, value] of Object.entries(this.#way.headersFor(hop))) headers.set(name, value);
    return headers;
  }

  #mayRepeat(): boolean {
    return this.#user.mayRepeat?.() ?? true;
  }

  #repeat(changes: Changes): void {
    const { method, headers, body, cseq } = this.request;
    const { hop = this.hop, uri = this.request.uri, sequence = cseq.number } = changes;
    const repeated = new SipHeaders();
    for (const [name] of headers) repeated.copyFrom(headers, name);
    this.#address(repeated, hop).set('cseq', `${sequence} ${method}`);
    for (const [name, value] of Object.entries(changes.headers ?? {})) repeated.set(name, value);
    const { sdp } = changes;
    const request = new SipRequest(method, uri, repeated, sdp === undefined ? body : Buffer.from(sdp, 'utf8'));
    this.#way.authenticator.authorize(request);
    this.#attempt = this.#repeatedAt(hop, request);
    this.#transaction = this.#transmit(this.#attempt);
  }

  /** What went over TCP for its length stays there, and what came back from there is not sent there again. */
  #repeatedAt(hop: Hop, request: SipRequest): Attempt {
    const { hop: before, usualHop } = this.#attempt;
    if (before === usualHop || (hop !== before && hop !== usualHop)) return this.#attemptAt(hop, request);
    return { request, hop, usualHop };
  }
}
