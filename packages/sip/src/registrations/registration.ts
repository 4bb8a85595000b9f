import type { AuthenticationFailure, Authenticator } from '../authentication/authenticator.ts';
import type { CallEnvironment } from '../calls/call-environment.ts';
import { SUPPORTED } from '../capabilities.ts';
import { createRequest } from '../dialogs/create-request.ts';
import { parseInteger } from '../messages/cseq.ts';
import type { SipResponse } from '../messages/message.ts';
import { formatNameAddress } from '../messages/name-address.ts';
import { retryAfterS } from '../messages/retry-after.ts';
import type { HeadersFor } from '../other-hops.ts';
import type { RequestUser, SentRequest } from '../sent-request.ts';
import { ConnectionError } from '../transports/connection-error.ts';
import { type Hop, isReliable, isSameHop, type KeptConnection } from '../transports/transport.ts';
import { bindingOf } from './binding-of.ts';
import { BULK_CONTACT, BULK_HEADERS } from './bulk.ts';
import { flowDelayMs, keepsFlow, pingIntervalMs, STABLE_MS } from './flow.ts';
import { retryDelayMs } from './retry-delay.ts';
import { serviceRouteOf } from './service-route.ts';

/** Asked for first: most registrars give less, some insist on more (423). */
const WANTED_S = 3600;
/** A registrar that insists on more than a day is not followed. */
const LONGEST_S = 86_400;
/** A registrar that grants a second, or none, is not asked twice a second. */
const LEAST_REFRESH_S = 10;

export interface RegistrationRequest {
  readonly registrar: string; // Request-URI, such as sip:example.com
  readonly addressOfRecord: string; // sip:user@example.com
  readonly hop: Hop;
  /** Tried in this order where the hop fails (RFC 3263 section 4.3). */
  readonly alternatives?: readonly Hop[];
  /**
   * Null: the registration is of all numbers that the registrar has for the address of record (RFC 6140). Its Contact has no user: the
   * registrar puts the called number there.
   */
  readonly contactUser: string | null;
  /**
   * `urn:uuid:…`, the same in every registration of this contact. Over TCP and TLS the registrar is offered to reach us over the
   * connection that the registration takes (RFC 5626); left out, and over UDP, where that needs STUN, it is not.
   */
  readonly instance?: string;
}

/** How the registrar is reached by those that it knows. */
export interface RegisteredWay {
  /** The one that took the registration. */
  readonly hop: Hop;
  /** Route of calls out (RFC 3608); mostly empty. */
  readonly serviceRoute: readonly string[];
  /** Whether calls come over the connection that we keep with the hop (RFC 5626). */
  readonly isFlow: boolean;
}

export type RegistrationState =
  | { readonly kind: 'registering' }
  /** Calls come here for so many seconds; it is refreshed before. */
  | { readonly kind: 'registered'; readonly expiresS: number }
  /** It is tried again. `status`: of the final response; null when none came. `connection`: why nothing could be sent. */
  | {
      readonly kind: 'failed';
      readonly status: number | null;
      readonly authentication: AuthenticationFailure | null;
      readonly connection?: ConnectionError;
      /** Calls came over a flow, which has broken again. */
      readonly hasLostFlow?: boolean;
    }
  | { readonly kind: 'ended' };

/** The first hop knows nothing of flows: section 11.6 of RFC 5626. */
const NO_FLOWS = 439;

/** One REGISTER. `others`: where it goes when the hop fails. */
interface Register {
  readonly expiresS: number;
  readonly hop: Hop;
  readonly others: readonly Hop[];
  readonly headersFor: HeadersFor;
}

/** A binding at a registrar, kept up until it is ended: RFC 3261 section 10.2, and RFC 5626 section 4 with one flow. */
export class Registration {
  readonly #environment: CallEnvironment;
  readonly #request: RegistrationRequest;
  readonly #authenticator: Authenticator;
  readonly #onState: (state: RegistrationState) => void;
  readonly #callId: string;
  #sequence = 0;
  #wantedS = WANTED_S;
  #failures = 0;
  #state: RegistrationState = { kind: 'registering' };
  #cancelNext: () => void = () => {};
  #sent: SentRequest | null = null;
  /** A REGISTER has no final response yet: no other may be sent (section 10.2.4). */
  #isUnderWay = false;
  #removal: SentRequest | null = null;
  /** Not at a registrar that takes the removal of one contact for that of all. */
  #mayRemove = true;
  #onAbandoned: () => void = () => {};
  #mayOfferFlow: boolean;
  #flow: KeptConnection | null = null;
  /** Also of registrations that should have made it anew. */
  #flowFailures: number | null = null; // null: there was no flow
  #cancelStable: () => void = () => {};
  #pingIntervalMs: () => number = () => 0;
  #way: RegisteredWay | null = null;
  /** The hop of the last 2xx, also when the way has been lost since. */
  #boundAt: Hop | null = null;

  constructor(
    environment: CallEnvironment,
    request: RegistrationRequest,
    authenticator: Authenticator,
    onState: (state: RegistrationState) => void,
  ) {
    this.#environment = environment;
    this.#request = request;
    this.#authenticator = authenticator;
    this.#onState = onState;
    this.#mayOfferFlow = request.instance !== undefined;
    this.#callId = environment.identifiers.callId(); // section 10.2.4: one for all of a registration
  }

  get state(): RegistrationState {
    return this.#state;
  }

  /** Null while it is not registered. */
  get way(): RegisteredWay | null {
    return this.#way;
  }

  start(): void {
    this.#register();
  }

  /** The registrar may be gone: it is asked at once, and not when half of its time is over. */
  refresh(): void {
    if (this.#state.kind === 'registered' && !this.#isUnderWay) this.#after(0);
  }

  /** Takes the binding back, and resolves when that is answered or has timed out. Idempotent. */
  end(): Promise<void> {
    if (this.#state.kind === 'ended') return Promise.resolve();
    this.#cancelNext();
    this.#leaveFlow();
    this.#enter({ kind: 'ended' });
    // Also after a failure: an earlier binding, or one whose response got lost, may be there.
    return new Promise((resolve) => {
      this.#onAbandoned = resolve;
      // At the server that has it, by the contact that it has there: another server is sent the same.
      const hop = this.#boundAt ?? this.#request.hop;
      const others = [this.#request.hop, ...(this.#request.alternatives ?? [])].filter((each) => !isSameHop(each, hop));
      const user = { onResponse: ({ status }: SipResponse) => status >= 200 && resolve(), onTimeout: resolve };
      this.#sent = this.#send(
        { expiresS: 0, hop, others, headersFor: () => this.#headersFor(hop) },
        { ...user, onTransportError: () => resolve() },
      );
    });
  }

  /** Nothing is sent any more, and the binding is left as it is: for another registration of it, or to run out. */
  abandon(): void {
    this.#cancelNext();
    this.#leaveFlow();
    this.#sent?.terminate();
    this.#removal?.terminate();
    this.#onAbandoned();
    if (this.#state.kind !== 'ended') this.#enter({ kind: 'ended' });
  }

  #register(): void {
    this.#isUnderWay = true;
    const { hop, alternatives: others = [] } = this.#request;
    const headersFor = (to: Hop) => this.#headersFor(to);
    const sent = this.#send(
      { expiresS: this.#wantedS, hop, others, headersFor },
      {
        mayRepeat: () => this.#state.kind !== 'ended',
        onResponse: (response) => response.status >= 200 && this.#receive(response, sent),
        onTimeout: () => this.#fail(null, null),
        onTransportError: (error) =>
          this.#fail(null, null, error instanceof ConnectionError ? { connection: error } : {}),
      },
    );
    this.#sent = sent;
  }

  #send({ expiresS, hop, others, headersFor }: Register, user: RequestUser): SentRequest {
    const { local, identifiers, sender } = this.#environment;
    const { registrar, addressOfRecord, contactUser } = this.#request;
    const line = {
      ...{ method: 'REGISTER', uri: registrar, callId: this.#callId, sequence: this.#sequence + 1, contactUser },
      from: formatNameAddress({ uri: addressOfRecord, tag: identifiers.tag() }),
      to: formatNameAddress({ uri: addressOfRecord }),
      headers: { ...headersFor(hop), Expires: String(expiresS) },
    };
    const onResponse = (response: SipResponse) => {
      this.#sequence = Math.max(this.#sequence, response.cseq.number);
      user.onResponse(response);
    };
    const request = createRequest(line, local, hop, identifiers.branch());
    const ways = { alternatives: others, headersFor };
    const sent = sender.send(request, hop, this.#authenticator, { ...user, onResponse }, ways);
    this.#sequence += 1;
    return sent;
  }

  #headersFor(hop: Hop): Record<string, string> {
    const { contactUser, instance } = this.#request;
    const isFlow = this.#offersFlow(hop);
    return {
      Contact: `${this.#contact(hop)}${isFlow ? `;reg-id=1;+sip.instance="<${instance}>"` : ''}`,
      ...(contactUser === null && BULK_HEADERS),
      // Proxies on the way that want to stay on it may say so (RFC 3327 section 5.1).
      Supported: `${SUPPORTED}, path${isFlow ? ', outbound' : ''}`,
    };
  }

  #contact(hop: Hop): string {
    const { contactUser } = this.#request;
    return this.#environment.local.contact(contactUser, hop, contactUser === null ? BULK_CONTACT : '');
  }

  /** Over UDP a flow needs STUN. */
  #offersFlow({ protocol }: Hop): boolean {
    return this.#mayOfferFlow && isReliable(protocol);
  }

  #receive(response: SipResponse, sent: SentRequest): void {
    this.#isUnderWay = false;
    if (this.#state.kind === 'ended') return;
    const leastS = parseInteger(response.headers.get('min-expires') ?? '');
    if (response.status < 300) this.#keep(response, sent.hop);
    else if (response.status === NO_FLOWS && this.#offersFlow(sent.hop)) {
      this.#mayOfferFlow = false;
      this.#register();
    } else if (response.status === 423 && leastS !== null && leastS > this.#wantedS && leastS <= LONGEST_S) {
      this.#wantedS = leastS; // section 10.2.8
      this.#register();
    } else this.#fail(response, sent.failure);
  }

  /** Refreshed at half of its life, and no more often than every few seconds, whatever was granted: time for several attempts before its end (section 10.2.4). */
  #keep(response: SipResponse, hop: Hop): void {
    const expiresS = this.#grantedBy(response, hop);
    this.#failures = 0;
    const isFlow = this.#offersFlow(hop) && keepsFlow(response);
    if (!isFlow || (this.#way && !isSameHop(this.#way.hop, hop))) this.#leaveFlow();
    this.#boundAt = hop;
    this.#way = { hop, serviceRoute: serviceRouteOf(response), isFlow };
    this.#enter({ kind: 'registered', expiresS });
    this.#after(Math.max(expiresS / 2, LEAST_REFRESH_S) * 1000);
    if (isFlow) this.#keepFlow(response, hop);
    else this.#flowFailures = null;
    this.#removeFormer(response, hop);
  }

  /**
   * What the registrar has of us from before, at our address of another protocol: calls would be sent there as well, until it runs
   * out. It is removed by its URI alone (RFC 3261 section 10.2.2), for the instance may be that of the new binding.
   */
  #removeFormer(response: SipResponse, hop: Hop): void {
    const { contactUser } = this.#request;
    const own = this.#contact(hop);
    const all = this.#environment.local.contacts(contactUser, contactUser === null ? BULK_CONTACT : '');
    const former = all.filter((contact) => contact !== own && bindingOf(response, contact) !== undefined);
    if (former.length === 0 || !this.#mayRemove) return;
    const headers = { ...this.#headersFor(hop), Contact: former.join(', ') };
    this.#removal?.terminate();
    this.#removal = this.#send(
      { expiresS: 0, hop, others: [], headersFor: () => headers },
      {
        mayRepeat: () => this.#state.kind === 'registered',
        onResponse: (removed) => removed.status >= 200 && this.#checkRemoval(removed, own),
        onTimeout: () => {},
        onTransportError: () => {},
      },
    );
  }

  #checkRemoval(response: SipResponse, own: string): void {
    if (response.status >= 300 || this.#state.kind !== 'registered' || bindingOf(response, own)) return;
    this.#mayRemove = false;
    this.#after(0);
  }

  #fail(
    response: SipResponse | null,
    authentication: AuthenticationFailure | null,
    lost: { readonly connection?: ConnectionError } = {},
  ): void {
    this.#isUnderWay = false;
    if (this.#state.kind === 'ended') return;
    this.#failures += 1;
    this.#leaveFlow();
    this.#way = null;
    const askedS = response && retryAfterS(response);
    this.#enter({ kind: 'failed', status: response?.status ?? null, authentication, ...lost });
    const random = this.#environment.random();
    const delayMs = retryDelayMs(this.#failures, askedS, random);
    if (this.#flowFailures === null) this.#after(delayMs);
    else this.#after(Math.max(delayMs, flowDelayMs(this.#countFlowFailure(), random)));
  }

  #keepFlow(response: SipResponse, hop: Hop): void {
    const { transport, scheduler, random } = this.#environment;
    this.#pingIntervalMs = pingIntervalMs(response, random);
    if (this.#flow) return;
    this.#flowFailures ??= 0;
    const intervalMs = () => this.#pingIntervalMs();
    this.#flow = transport.keepAlive(hop, { intervalMs, onBroken: () => this.#loseFlow() });
    this.#cancelStable = scheduler.schedule(STABLE_MS, () => {
      this.#flowFailures = 0;
    });
    if (!this.#flow) this.#loseFlow(); // the connection has ended since
  }

  /** Calls have no way to us any more. The first time the flow is there again in a moment. */
  #loseFlow(): void {
    this.#sent?.terminate(); // a response would have come by it
    this.#isUnderWay = false;
    this.#leaveFlow();
    this.#way = null;
    const failures = this.#countFlowFailure();
    if (failures > 0) this.#enter({ kind: 'failed', status: null, authentication: null, hasLostFlow: true });
    this.#after(flowDelayMs(failures, this.#environment.random()));
  }

  /** How many there were before. */
  #countFlowFailure(): number {
    const before = this.#flowFailures ?? 0;
    this.#flowFailures = before + 1;
    return before;
  }

  #leaveFlow(): void {
    this.#flow?.release();
    this.#flow = null;
    this.#cancelStable();
  }

  /** What the registrar says of our own binding among those of others, else for all (section 10.2.4). */
  #grantedBy(response: SipResponse, hop: Hop): number {
    const contact = bindingOf(response, this.#contact(hop));
    const expires = contact?.params.get('expires') ?? response.headers.get('expires');
    const grantedS = parseInteger(expires ?? '') ?? this.#wantedS;
    return Math.max(1, Math.min(grantedS, this.#wantedS));
  }

  #after(delayMs: number): void {
    this.#cancelNext();
    this.#cancelNext = this.#environment.scheduler.schedule(delayMs, () => this.#register());
  }

  #enter(state: RegistrationState): void {
    this.#state = state;
    this.#onState(state);
  }
}
