import type { AuthenticationFailure, Authenticator } from '../authentication/authenticator.ts';
import type { CallEnvironment } from '../calls/call-environment.ts';
import { createRequest } from '../dialogs/create-request.ts';
import { parseInteger } from '../messages/cseq.ts';
import type { SipResponse } from '../messages/message.ts';
import { formatNameAddress, parseNameAddress } from '../messages/name-address.ts';
import { retryAfterS } from '../messages/retry-after.ts';
import type { SentRequest } from '../sent-request.ts';
import type { Hop } from '../transports/transport.ts';
import { retryDelayMs } from './retry-delay.ts';

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
  /** Of the same protocol; tried in this order where the hop fails (RFC 3263 section 4.3). */
  readonly alternatives?: readonly Hop[];
  readonly contactUser: string;
}

export type RegistrationState =
  | { readonly kind: 'registering' }
  /** Calls come here for so many seconds; it is refreshed before. */
  | { readonly kind: 'registered'; readonly expiresS: number }
  /** It is tried again. `status`: of the final response; null when none came. */
  | { readonly kind: 'failed'; readonly status: number | null; readonly authentication: AuthenticationFailure | null }
  | { readonly kind: 'ended' };

/** A binding at a registrar, kept up until it is ended: RFC 3261 section 10.2. */
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
  #onAbandoned: () => void = () => {};

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
    this.#callId = environment.identifiers.callId(); // section 10.2.4: one for all of a registration
  }

  get state(): RegistrationState {
    return this.#state;
  }

  start(): void {
    this.#register();
  }

  /** Takes the binding back, and resolves when that is answered or has timed out. Idempotent. */
  end(): Promise<void> {
    if (this.#state.kind === 'ended') return Promise.resolve();
    this.#cancelNext();
    this.#enter({ kind: 'ended' });
    // Also after a failure: an earlier binding, or one whose response got lost, may be there.
    return new Promise((resolve) => {
      this.#onAbandoned = resolve;
      this.#send(0, {
        onResponse: ({ status }) => status >= 200 && resolve(),
        onTimeout: resolve,
        onTransportError: () => resolve(),
      });
    });
  }

  /** Nothing is sent any more, and the binding is left as it is: for another registration of it, or to run out. */
  abandon(): void {
    this.#cancelNext();
    this.#sent?.terminate();
    this.#onAbandoned();
    if (this.#state.kind !== 'ended') this.#enter({ kind: 'ended' });
  }

  #register(): void {
    const sent = this.#send(this.#wantedS, {
      mayRepeat: () => this.#state.kind !== 'ended',
      onResponse: (response) => response.status >= 200 && this.#receive(response, sent.failure),
      onTimeout: () => this.#fail(null, null),
      onTransportError: () => this.#fail(null, null),
    });
  }

  #send(expiresS: number, user: Parameters<CallEnvironment['sender']['send']>[3]) {
    const { local, identifiers, sender } = this.#environment;
    const { registrar, addressOfRecord, hop, contactUser } = this.#request;
    const line = {
      ...{ method: 'REGISTER', uri: registrar, callId: this.#callId, sequence: this.#sequence + 1, contactUser },
      from: formatNameAddress({ uri: addressOfRecord, tag: identifiers.tag() }),
      to: formatNameAddress({ uri: addressOfRecord }),
      headers: { Expires: String(expiresS) },
    };
    const onResponse = (response: SipResponse) => {
      this.#sequence = Math.max(this.#sequence, response.cseq.number);
      user.onResponse(response);
    };
    const request = createRequest(line, local, hop, identifiers.branch());
    const sent = sender.send(request, hop, this.#authenticator, { ...user, onResponse }, this.#request);
    this.#sequence += 1;
    this.#sent = sent;
    return sent;
  }

  #receive(response: SipResponse, authentication: AuthenticationFailure | null): void {
    if (this.#state.kind === 'ended') return;
    const leastS = parseInteger(response.headers.get('min-expires') ?? '');
    if (response.status < 300) this.#keep(this.#grantedBy(response));
    else if (response.status === 423 && leastS !== null && leastS > this.#wantedS && leastS <= LONGEST_S) {
      this.#wantedS = leastS; // section 10.2.8
      this.#register();
    } else this.#fail(response, authentication);
  }

  /** Refreshed at half of its life, and no more often than every few seconds, whatever was granted: time for several attempts before its end (section 10.2.4). */
  #keep(expiresS: number): void {
    this.#failures = 0;
    this.#enter({ kind: 'registered', expiresS });
    this.#after(Math.max(expiresS / 2, LEAST_REFRESH_S) * 1000);
  }

  #fail(response: SipResponse | null, authentication: AuthenticationFailure | null): void {
    if (this.#state.kind === 'ended') return;
    this.#failures += 1;
    const askedS = response && retryAfterS(response);
    this.#enter({ kind: 'failed', status: response?.status ?? null, authentication });
    this.#after(retryDelayMs(this.#failures, askedS, this.#environment.random()));
  }

  /** What the registrar says of our own binding among those of others, else for all (section 10.2.4). */
  #grantedBy(response: SipResponse): number {
    const { local } = this.#environment;
    const own = parseNameAddress(local.contact(this.#request.contactUser, this.#request.hop))?.uri;
    const bindings = response.headers.all('contact').map(parseNameAddress);
    const contact = bindings.find((binding) => binding?.uri === own);
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
