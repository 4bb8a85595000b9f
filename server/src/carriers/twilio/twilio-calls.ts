import type { CarrierTest } from '@parley/contract';
import type { WebSocket } from 'ws';
import { RequestError } from '../../kernel/request-error.ts';
import type { NumberSeller, NumberSellers } from '../../numbers/number-seller.ts';
import type { Carrier, DialRequest, InboundLeg, LegToken, OutgoingLeg } from '../carrier.ts';
import { CallsByKey } from '../media-stream/calls-by-key.ts';
import type { CarrierAccounts } from '../routing.ts';
import { readStatusReport } from './call-status.ts';
import { TwilioInboundLeg } from './inbound-leg.ts';
import { TwilioOutboundLeg } from './outbound-leg.ts';
import { whyTwilioCannotReach } from './reachable.ts';
import { testAccount } from './test-account.ts';
import type { TwilioAccount } from './twilio-account.ts';
import type { TwilioAccounts } from './twilio-accounts.ts';
import { TwilioApi } from './twilio-api.ts';
import { TWILIO_PATH, type TwilioDoor, type TwilioRequest } from './twilio-door.ts';
import { TwilioFault } from './twilio-fault.ts';
import type { TwilioLeg } from './twilio-leg.ts';
import { TwilioNumbers } from './twilio-numbers.ts';
import { connectStream } from './twiml.ts';

/** What Twilio still reports of a call that is over is taken, and changes nothing. */
const KEPT_MS = 60_000;

export interface TwilioCallsOptions {
  publicUrl(): string;
  accounts: TwilioAccounts;
  /** Of a server in Twilio's place; null: Twilio's own. */
  baseUrl: string | null;
  mayTakeCalls(): boolean;
  onCall(leg: InboundLeg): void;
}

/** The calls of this process at Twilio, and what Twilio asks and reports of them. */
export class TwilioCalls implements TwilioDoor, CarrierAccounts, NumberSellers {
  readonly #options: TwilioCallsOptions;
  readonly #calls = new CallsByKey<TwilioLeg>({ keptMs: KEPT_MS });
  readonly #apis = new WeakMap<TwilioAccount, TwilioApi>();

  constructor(options: TwilioCallsOptions) {
    this.#options = options;
  }

  async prepare(routes: readonly string[]): Promise<void> {
    const { accounts } = this.#options;
    const isNew = (route: string) => route.startsWith('twilio') && !accounts.ofRoute(route);
    if (routes.some(isNew)) await accounts.refresh();
  }

  carrierNamed(route: string): Carrier | undefined {
    const account = this.#options.accounts.ofRoute(route);
    return account && this.whyUnusable === null ? this.#carrierOf(account) : undefined;
  }

  /** Of a Twilio account; null: calls can go through each. */
  get whyUnusable(): string | null {
    const { publicUrl, baseUrl } = this.#options;
    const why = whyTwilioCannotReach(publicUrl(), baseUrl);
    return why === null ? null : `PUBLIC_URL ${why}. Without it Twilio does not reach this service.`;
  }

  isConnected(accountId: string): boolean {
    return this.#options.accounts.of(accountId) !== undefined;
  }

  /** Whether everything is as it must be for calls. */
  async test(carrierId: string): Promise<CarrierTest> {
    await this.#options.accounts.refresh();
    return testAccount(this.#options.accounts.named(carrierId), {
      ...{ why: this.whyUnusable, publicUrl: this.#options.publicUrl(), apiOf: (account) => this.apiOf(account) },
    });
  }

  #carrierOf(account: TwilioAccount): Carrier {
    return {
      name: account.route,
      simulated: false,
      outgoing: (request) => this.#outgoing(account, request),
      hangUpOrphan: (token) => this.#hangUpOrphan(account, token),
    };
  }

  apiOf(account: TwilioAccount): TwilioApi {
    const api = this.#apis.get(account) ?? new TwilioApi(account, this.#options.baseUrl);
    this.#apis.set(account, api);
    return api;
  }

  async toBuy(accountId: string): Promise<NumberSeller | null> {
    await this.#options.accounts.refresh();
    const account = this.#options.accounts.of(accountId);
    return account ? this.#sellerOf(account) : null;
  }

  async ofCarrier(carrierId: string | null): Promise<NumberSeller | null> {
    await this.#options.accounts.refresh();
    const { accounts } = this.#options;
    const account = carrierId === null ? accounts.operator : accounts.named(carrierId);
    return account ? this.#sellerOf(account) : null;
  }

  #sellerOf(account: TwilioAccount): NumberSeller {
    if (this.whyUnusable !== null) throw new RequestError('unprocessable', this.whyUnusable);
    const voiceUrl = `${this.#options.publicUrl()}${TWILIO_PATH}/accounts/${account.name}/voice`;
    return new TwilioNumbers(account.carrierId, this.apiOf(account), voiceUrl);
  }

  async answer(name: string, request: TwilioRequest): Promise<'unknown' | 'forged' | { twiml: string }> {
    const account = this.#options.accounts.named(name);
    if (!account) return 'unknown';
    if (!(await this.#isSigned(account, request))) return 'forged';
    const { form } = request;
    const key = this.#calls.newKey();
    const leg = new TwilioInboundLeg(
      {
        callSid: form.get('CallSid') ?? '',
        to: e164Of(form.get('To')) ?? '',
        from: e164Of(form.get('From')),
        carrierId: account.carrierId,
        streamUrl: this.#streamUrl(key),
      },
      this.#legOptions(account, key),
    );
    this.#calls.add(key, leg);
    if (this.#options.mayTakeCalls()) this.#options.onCall(leg);
    else leg.reject(503);
    return { twiml: await leg.twiml };
  }

  async report(key: string, request: TwilioRequest): Promise<'taken' | 'unknown' | 'forged'> {
    const leg = this.#calls.get(key);
    if (!leg) return 'unknown';
    if (!(await this.#isSigned(leg.account, request))) return 'forged';
    const report = readStatusReport(request.form);
    if (report) leg.report(report);
    return 'taken';
  }

  expects(key: string): boolean {
    return this.#calls.expects(key);
  }

  attach(key: string, socket: WebSocket): void {
    this.#calls.attach(key, socket);
  }

  #outgoing(account: TwilioAccount, { to, from, ringTimeoutS }: DialRequest): OutgoingLeg {
    const key = this.#calls.newKey();
    const leg = new TwilioOutboundLeg(this.#legOptions(account, key));
    return {
      frames: leg.frames,
      dial: () => {
        this.#calls.add(key, leg);
        void leg.place({
          ...{ to, from, ringTimeoutS, twiml: connectStream(this.#streamUrl(key)) },
          statusCallback: `${this.#options.publicUrl()}${TWILIO_PATH}/calls/${key}/status`,
        });
        return leg;
      },
    };
  }

  async #hangUpOrphan(account: TwilioAccount, { dialog }: LegToken): Promise<'ended' | 'unknown' | 'timeout'> {
    const { callSid } = dialog as { callSid: string };
    try {
      await this.apiOf(account).endCall(callSid, 'completed');
      return 'ended';
    } catch (error) {
      const { status, isOver } = TwilioFault.of(error);
      if (status === null) return 'timeout';
      if (isOver) return 'unknown';
      throw error;
    }
  }

  #legOptions(account: TwilioAccount, key: string) {
    return {
      account,
      api: this.apiOf(account),
      isKnown: (callSid: string) => this.#calls.ofCall(callSid) !== undefined,
      onOver: () => this.#calls.forget(key),
    };
  }

  #streamUrl(key: string): string {
    return `${this.#options.publicUrl().replace(/^http/, 'ws')}${TWILIO_PATH}/calls/${key}/media`;
  }

  /** https://www.twilio.com/docs/usage/security#validating-requests */
  async #isSigned({ authToken }: TwilioAccount, { path, form, signature }: TwilioRequest): Promise<boolean> {
    const { default: twilio } = await import('twilio');
    return twilio.validateRequest(
      authToken,
      signature,
      `${this.#options.publicUrl()}${path}`,
      Object.fromEntries(form),
    );
  }
}

const e164Of = (text: string | null) => (text !== null && /^\+[1-9][0-9]{6,14}$/.test(text) ? text : null);
