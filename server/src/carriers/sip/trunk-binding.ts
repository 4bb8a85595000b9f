import { isDeepStrictEqual } from 'node:util';
import type {
  Credentials,
  Hop,
  RegisteredWay,
  Registration,
  RegistrationRequest,
  RegistrationState,
  UserAgent,
} from '@parley/sip';
import { within } from '../../kernel/within.ts';
import { FLOW_LOST, type Standing, standingAfterFailure } from '../../trunks/registration-standing.ts';
import { FAILURES_OF_UNREACHABLE } from '../../trunks/trunk-checks.ts';
import { connectionSentence } from '../connection-remedies.ts';

/** A registrar may take the old contact for the new one: its end goes before, unless nothing answers. */
const PREVIOUS_MS = 2000;

interface TrunkBindingOptions {
  userAgent: Pick<UserAgent, 'register'>;
  request: RegistrationRequest;
  credentials: Credentials;
  /** Stores the state of the registration. Does not throw. */
  note(standing: Standing): Promise<void>;
  onChange(state: Standing['state']): void;
  /** What it takes the place of. */
  previous: TrunkBinding | null;
}

/** Our registration with one trunk, as its settings are. */
export class TrunkBinding {
  readonly #options: TrunkBindingOptions;
  readonly #starting: Promise<void>;
  #registration: Registration | null = null;
  #standing: Standing | null = null;
  /** Since when it has this state. */
  #sinceMs = 0;
  #unanswered = 0;
  #isEnded = false;
  /** One after the other: an older state is never stored over a newer one. */
  #noting: Promise<void> = Promise.resolve();

  constructor(options: TrunkBindingOptions) {
    this.#options = options;
    this.#starting = this.#start();
  }

  /** To the registrar. */
  get hop(): Hop {
    return this.#options.request.hop;
  }

  /** Null while it is not registered. */
  get way(): RegisteredWay | null {
    return this.#registration?.way ?? null;
  }

  isOf(request: RegistrationRequest, credentials: Credentials): boolean {
    return this.#isSame(request) && isDeepStrictEqual(this.#options.credentials, credentials);
  }

  /** What is stored may have been forgotten, or could not be stored. */
  noteUnless(stored: Standing['state'] | null): void {
    const standing = this.#standing;
    if (!standing || standing.state === stored) return;
    const elapsedS = (performance.now() - this.#sinceMs) / 1000;
    this.#store(standing.state === 'registered' ? { ...standing, expiresS: standing.expiresS - elapsedS } : standing);
  }

  /**
   * How often in a row the trunk has not answered OPTIONS. From the second time on the registrar is asked whether it is there: some take
   * registrations and never answer OPTIONS.
   */
  noteUnanswered(failures: number): void {
    if (failures > this.#unanswered && failures >= FAILURES_OF_UNREACHABLE) this.#registration?.refresh();
    this.#unanswered = failures;
  }

  /** Takes it back, and resolves when that is answered or has timed out. Idempotent. */
  async end(): Promise<void> {
    this.#isEnded = true;
    await this.#registration?.end();
  }

  /** Another one takes over: the same binding is left to it, any other one is taken back. Nothing is sent afterwards. */
  async yieldTo(request: RegistrationRequest): Promise<void> {
    this.#isEnded = true;
    await this.#starting;
    if (!this.#isSame(request)) await within(PREVIOUS_MS, this.end());
    this.#registration?.abandon();
  }

  /** Other hops make no other binding: DNS gives some of many, now these and now those. */
  #isSame(request: RegistrationRequest): boolean {
    const { alternatives: _own, ...own } = this.#options.request;
    const { alternatives: _others, ...other } = request;
    return isDeepStrictEqual(own, other);
  }

  async #start(): Promise<void> {
    const { userAgent, request, credentials, previous } = this.#options;
    await previous?.yieldTo(request);
    if (this.#isEnded) return;
    this.#registration = userAgent.register(request, credentials, (state) => this.#enter(state));
  }

  #enter(state: RegistrationState): void {
    if (this.#isEnded) return;
    if (state.kind === 'registered') this.#note({ state: 'registered', expiresS: state.expiresS });
    else if (state.kind === 'failed') {
      const { connection, hasLostFlow } = state;
      const isBulk = this.#options.request.contactUser === null;
      if (hasLostFlow) this.#note({ state: 'unreachable', detail: FLOW_LOST });
      else if (connection) this.#note({ state: 'unreachable', detail: connectionSentence(connection) });
      else this.#note(standingAfterFailure({ ...state, isBulk }));
    }
  }

  #note(standing: Standing): void {
    if (standing.state !== this.#standing?.state) this.#options.onChange(standing.state);
    this.#standing = standing;
    this.#sinceMs = performance.now();
    this.#store(standing);
  }

  #store(standing: Standing): void {
    this.#noting = this.#noting.then(() => this.#options.note(standing));
  }
}
