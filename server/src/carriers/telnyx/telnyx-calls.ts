import type { NumberSeller } from '../../numbers/number-seller.ts';
import { type TestStep, unreadable } from '../account-test.ts';
import type { DialRequest, OutgoingLeg } from '../carrier.ts';
import { e164Of, HttpCarrier, type HttpCarrierOptions } from '../http-carrier.ts';
import { type CallAddresses, CallCommands, keyOf } from './call-commands.ts';
import { type CallEvent, readCallEvent } from './call-event.ts';
import { callerIdentityOf } from './caller-identity.ts';
import { TelnyxInboundLeg } from './inbound-leg.ts';
import { NumberCommands } from './number-commands.ts';
import { TelnyxOutboundLeg } from './outbound-leg.ts';
import { isSigned, type SignedRequest } from './signature.ts';
import type { TelnyxAccount, TelnyxCredentials } from './telnyx-account.ts';
import { TelnyxClient } from './telnyx-client.ts';
import { TELNYX_PATH, type TelnyxDoor } from './telnyx-door.ts';
import { TelnyxFault } from './telnyx-fault.ts';
import type { TelnyxLeg } from './telnyx-leg.ts';
import { TelnyxNumbers } from './telnyx-numbers.ts';
import { testConnection } from './test-account.ts';

/** What Telnyx has signed may be repeated this long: the signature holds for five minutes before and after. */
const KEPT_MS = 600_000;

interface Commands {
  calls: CallCommands;
  numbers: NumberCommands;
}

const SIGNATURE_REMEDY =
  'The public key must be the one that the Telnyx portal shows (Keys and credentials), and the clock of this host right.';

const WRONG_SIGNATURE =
  'Telnyx took the call, and the signature of what was reported of it is wrong: the public key must be the one that the Telnyx portal shows, and the clock of this host right';

/** The calls of this process at Telnyx, and what Telnyx reports of them. */
export class TelnyxCalls extends HttpCarrier<TelnyxCredentials, TelnyxLeg> implements TelnyxDoor {
  readonly #commands = new WeakMap<TelnyxAccount, Commands>();
  /** Calls whose end was reported before their beginning. */
  readonly #ended = new Set<string>();

  constructor(options: HttpCarrierOptions<TelnyxCredentials>) {
    super(options, { name: 'Telnyx', route: 'telnyx', path: TELNYX_PATH, keptMs: KEPT_MS });
  }

  take(name: string, request: SignedRequest): 'taken' | 'unknown' | 'forged' {
    const account = this.options.accounts.named(name);
    if (!account) return 'unknown';
    const event = readCallEvent(request.body.toString());
    if (!this.signatures.note(name, isSigned(request, account.publicKey, Date.now() / 1000))) {
      const leg = event?.payload.client_state ? this.calls.get(keyOf(event.payload.client_state)) : undefined;
      if (leg) leg.isMisreported = true;
      return 'forged';
    }
    // One key signs for all applications of a Telnyx account.
    if (event && (event.payload.connection_id ?? account.connectionId) === account.connectionId) {
      this.#report(account, event);
    }
    return 'taken';
  }

  protected outgoing(account: TelnyxAccount, request: DialRequest): OutgoingLeg {
    const key = this.calls.newKey();
    const leg = new TelnyxOutboundLeg(this.#legOptions(account, key));
    const publicUrl = this.options.publicUrl();
    return {
      frames: leg.frames,
      get silence() {
        if (leg.isMisreported) return WRONG_SIGNATURE;
        return `Telnyx took the call, and reported nothing of it: PUBLIC_URL (${publicUrl}) must be the address at which Telnyx reaches this service`;
      },
      dial: () => {
        this.calls.add(key, leg);
        void leg.place({ ...request, ...this.#addresses(account, key) });
        return leg;
      },
    };
  }

  protected async endOrphan(account: TelnyxAccount, dialog: unknown): Promise<void> {
    await this.#commandsOf(account).calls.hangUp((dialog as { callControlId: string }).callControlId);
  }

  protected faultOf(error: unknown): TelnyxFault {
    return TelnyxFault.of(error);
  }

  protected sellerOf(account: TelnyxAccount): NumberSeller {
    const { numbers: commands } = this.#commandsOf(account);
    return new TelnyxNumbers({ account, commands, webhookUrl: this.#webhookUrl(account) });
  }

  protected async stepsAtCarrier(account: TelnyxAccount | undefined): Promise<TestStep[]> {
    if (!account) return [unreadable('API key')];
    const { numbers: commands } = this.#commandsOf(account);
    const asked = { commands, connectionId: account.connectionId, webhookUrl: this.#webhookUrl(account) };
    const signature = { carrier: 'Telnyx', remedy: SIGNATURE_REMEDY };
    return [...(await testConnection(asked)), ...this.signatures.stepsOf(account.name, signature)];
  }

  #report(account: TelnyxAccount, event: CallEvent): void {
    const { call_control_id: callControlId, client_state: clientState } = event.payload;
    const leg = (clientState ? this.calls.get(keyOf(clientState)) : undefined) ?? this.calls.ofCall(callControlId);
    if (leg) {
      if (leg.account.name === account.name) leg.report(event);
    } else if (event.event_type === 'call.hangup') this.#remember(callControlId);
    else if (event.event_type === 'call.initiated' && event.payload.direction === 'incoming') {
      if (!this.#ended.has(callControlId)) this.#takeCall(account, event.payload);
    }
  }

  #takeCall(account: TelnyxAccount, payload: Extract<CallEvent, { event_type: 'call.initiated' }>['payload']): void {
    const key = this.calls.newKey();
    const leg = new TelnyxInboundLeg(
      {
        callControlId: payload.call_control_id,
        to: e164Of(payload.to) ?? '',
        from: e164Of(payload.from),
        identity: callerIdentityOf(payload),
        addresses: this.#addresses(account, key),
      },
      this.#legOptions(account, key),
    );
    this.calls.add(key, leg);
    this.offer(leg);
  }

  #remember(callControlId: string): void {
    this.#ended.add(callControlId);
    setTimeout(() => this.#ended.delete(callControlId), KEPT_MS).unref();
  }

  #addresses(account: TelnyxAccount, key: string): CallAddresses {
    return { key, streamUrl: this.streamUrl(key), webhookUrl: this.#webhookUrl(account) };
  }

  #webhookUrl(account: TelnyxAccount): string {
    return this.urlOf(`accounts/${account.name}/events`);
  }

  #commandsOf(account: TelnyxAccount): Commands {
    const known = this.#commands.get(account);
    if (known) return known;
    const client = new TelnyxClient(account.apiKey, this.options.baseUrl);
    const { connectionId } = account;
    const commands = {
      calls: new CallCommands(client, connectionId),
      numbers: new NumberCommands(client, connectionId),
    };
    this.#commands.set(account, commands);
    return commands;
  }

  #legOptions(account: TelnyxAccount, key: string) {
    return { account, commands: this.#commandsOf(account).calls, onOver: () => this.calls.forget(key) };
  }
}
