import type { NumberSeller } from '../../numbers/number-seller.ts';
import { type TestStep, unreadable } from '../account-test.ts';
import type { DialRequest, OutgoingLeg } from '../carrier.ts';
import { e164Of, HttpCarrier, type HttpCarrierOptions } from '../http-carrier.ts';
import { readStatusReport } from './call-status.ts';
import { callerIdentityIn } from './caller-identity.ts';
import { callerNumberIn } from './caller-number.ts';
import { TwilioInboundLeg } from './inbound-leg.ts';
import { TwilioOutboundLeg } from './outbound-leg.ts';
import { testTwilio } from './test-account.ts';
import type { TwilioAccount, TwilioCredentials } from './twilio-account.ts';
import { TwilioApi } from './twilio-api.ts';
import { TWILIO_PATH, type TwilioDoor, type TwilioRequest } from './twilio-door.ts';
import { TwilioFault } from './twilio-fault.ts';
import type { TwilioLeg } from './twilio-leg.ts';
import { TwilioNumbers } from './twilio-numbers.ts';
import { connectStream } from './twiml.ts';

const KEPT_MS = 60_000;

/** Twilio signs with the auth token, over the address that it was given. */
const WRONG_SIGNATURE =
  'and the signature of what was reported of it is wrong: the auth token must be the primary one that the Twilio console shows, and a proxy in front must pass on path and query as they come to PUBLIC_URL,';

const SIGNATURE_REMEDY =
  'The auth token must be the primary one that the Twilio console shows, and a proxy in front must pass on path and query as they come to PUBLIC_URL.';

/** The calls of this process at Twilio, and what Twilio asks and reports of them. */
export class TwilioCalls extends HttpCarrier<TwilioCredentials, TwilioLeg> implements TwilioDoor {
  readonly #apis = new WeakMap<TwilioAccount, TwilioApi>();

  constructor(options: HttpCarrierOptions<TwilioCredentials>) {
    super(options, { name: 'Twilio', route: 'twilio', path: TWILIO_PATH, keptMs: KEPT_MS });
  }

  async answer(name: string, request: TwilioRequest): Promise<'unknown' | 'forged' | { twiml: string }> {
    const account = this.options.accounts.named(name);
    if (!account) return 'unknown';
    if (!(await this.#isSigned(account, request))) return 'forged';
    const { form } = request;
    const key = this.calls.newKey();
    const leg = new TwilioInboundLeg(
      {
        callSid: form.get('CallSid') ?? '',
        to: e164Of(form.get('To')) ?? '',
        from: callerNumberIn(form),
        identity: callerIdentityIn(form),
        carrierId: account.carrierId,
        streamUrl: this.streamUrl(key),
      },
      this.#legOptions(account, key),
    );
    this.calls.add(key, leg);
    this.offer(leg);
    return { twiml: await leg.twiml };
  }

  async report(key: string, request: TwilioRequest): Promise<'taken' | 'unknown' | 'forged'> {
    const leg = this.calls.get(key);
    if (!leg) return 'unknown';
    if (!(await this.#isSigned(leg.account, request))) {
      leg.isMisreported = true;
      return 'forged';
    }
    const report = readStatusReport(request.form);
    if (report) leg.report(report);
    return 'taken';
  }

  protected outgoing(account: TwilioAccount, { to, from, ringTimeoutS }: DialRequest): OutgoingLeg {
    const key = this.calls.newKey();
    const leg = new TwilioOutboundLeg(this.#legOptions(account, key));
    const publicUrl = this.options.publicUrl();
    return {
      frames: leg.frames,
      get silence() {
        if (leg.isMisreported) return `Twilio took the call, ${WRONG_SIGNATURE} ${publicUrl}`;
        return `Twilio took the call, and reported nothing of it: PUBLIC_URL (${publicUrl}) must be the address at which Twilio reaches this service`;
      },
      dial: () => {
        this.calls.add(key, leg);
        void leg.place({
          ...{ to, from, ringTimeoutS, twiml: connectStream(this.streamUrl(key)) },
          statusCallback: this.urlOf(`calls/${key}/status`),
        });
        return leg;
      },
    };
  }

  protected async endOrphan(account: TwilioAccount, dialog: unknown): Promise<void> {
    await this.#apiOf(account).endCall((dialog as { callSid: string }).callSid, 'completed');
  }

  protected faultOf(error: unknown): TwilioFault {
    return TwilioFault.of(error);
  }

  protected sellerOf(account: TwilioAccount): NumberSeller {
    return new TwilioNumbers(account.carrierId, this.#apiOf(account), this.#voiceUrlOf(account));
  }

  protected async stepsAtCarrier(account: TwilioAccount | undefined): Promise<TestStep[]> {
    if (!account) return [unreadable('auth token')];
    const signature = { carrier: 'Twilio', remedy: SIGNATURE_REMEDY };
    const steps = await testTwilio(this.#apiOf(account), this.#voiceUrlOf(account));
    return [...steps, ...this.signatures.stepsOf(account.name, signature)];
  }

  #voiceUrlOf(account: TwilioAccount): string {
    return this.urlOf(`accounts/${account.name}/voice`);
  }

  #apiOf(account: TwilioAccount): TwilioApi {
    const api = this.#apis.get(account) ?? new TwilioApi(account, this.options.baseUrl);
    this.#apis.set(account, api);
    return api;
  }

  #legOptions(account: TwilioAccount, key: string) {
    return {
      account,
      api: this.#apiOf(account),
      isKnown: (callSid: string) => this.calls.ofCall(callSid) !== undefined,
      onOver: () => this.calls.forget(key),
    };
  }

  /** https://www.twilio.com/docs/usage/security#validating-requests */
  async #isSigned({ name, authToken }: TwilioAccount, { path, form, signature }: TwilioRequest): Promise<boolean> {
    const { default: twilio } = await import('twilio');
    const url = `${this.options.publicUrl()}${path}`;
    const isSigned = twilio.validateRequest(authToken, signature, url, Object.fromEntries(form));
    return this.signatures.note(name, isSigned);
  }
}
