import type { CarrierTest } from '@parley/contract';
import type { WebSocket } from 'ws';
import { RequestError } from '../kernel/request-error.ts';
import type { NumberSeller } from '../numbers/number-seller.ts';
import type { AccountTable, ConnectedAccount } from './account-table.ts';
import { type TestStep, testAccount } from './account-test.ts';
import type { Carrier, DialRequest, InboundLeg, LegToken, OutgoingLeg } from './carrier.ts';
import type { CarrierFault } from './carrier-fault.ts';
import { CallsByKey, type StreamDoor } from './media-stream/calls-by-key.ts';
import type { StreamLeg } from './media-stream/stream-leg.ts';
import { testWay } from './public-way/test-way.ts';
import type { WayProof } from './public-way/way-proof.ts';
import { whyUnreachable } from './reachable.ts';
import { SignatureRecord } from './signature-record.ts';

export interface HttpCarrierOptions<Credentials extends object> {
  publicUrl(): string;
  accounts: AccountTable<Credentials>;
  /** Of a server in the carrier's place; null: the carrier's own. */
  baseUrl: string | null;
  proof: WayProof;
  mayTakeCalls(): boolean;
  onCall(leg: InboundLeg): void;
}

interface Nature {
  /** In words. */
  name: 'Telnyx' | 'Twilio';
  /** With which the routes through its accounts begin. */
  route: 'telnyx' | 'twilio';
  /** Below the public address of this service. */
  path: string;
  /** What is still reported of a call that is over is taken this long, and changes nothing. */
  keptMs: number;
}

/** The calls of this process at a carrier that is spoken to over HTTP, by accounts with it. */
export abstract class HttpCarrier<Credentials extends object, Leg extends StreamLeg> implements StreamDoor {
  readonly route: Nature['route'];
  protected readonly options: HttpCarrierOptions<Credentials>;
  protected readonly calls: CallsByKey<Leg>;
  protected readonly signatures = new SignatureRecord();
  readonly #nature: Nature;

  constructor(options: HttpCarrierOptions<Credentials>, nature: Nature) {
    this.options = options;
    this.route = nature.route;
    this.#nature = nature;
    this.calls = new CallsByKey({ keptMs: nature.keptMs });
  }

  protected abstract outgoing(account: ConnectedAccount & Credentials, request: DialRequest): OutgoingLeg;
  /** Ends a call that a process before this one left open. @throws CarrierFault */
  protected abstract endOrphan(account: ConnectedAccount & Credentials, dialog: unknown): Promise<void>;
  protected abstract faultOf(error: unknown): CarrierFault;
  protected abstract sellerOf(account: ConnectedAccount & Credentials): NumberSeller;
  /** What the carrier says of an account. Undefined: its secret cannot be read. */
  protected abstract stepsAtCarrier(account: (ConnectedAccount & Credentials) | undefined): Promise<TestStep[]>;

  /** Of any account with it; null: calls can go through each. */
  get whyUnusable(): string | null {
    const { publicUrl, baseUrl } = this.options;
    const why = whyUnreachable(this.#nature.name, publicUrl(), baseUrl);
    return why === null ? null : `PUBLIC_URL ${why}. Without it ${this.#nature.name} does not reach this service.`;
  }

  async prepare(routes: readonly string[]): Promise<void> {
    const isNew = (route: string) => route.startsWith(this.route) && !this.options.accounts.ofRoute(route);
    if (routes.some(isNew)) await this.options.accounts.refresh();
  }

  carrierNamed(route: string): Carrier | undefined {
    const account = this.options.accounts.ofRoute(route);
    return account && this.whyUnusable === null ? this.#carrierOf(account) : undefined;
  }

  /** Whether everything is as it must be for calls. */
  async test(carrierId: string): Promise<CarrierTest> {
    await this.options.accounts.refresh();
    const { proof } = this.options;
    const way = { carrier: this.#nature.name, publicUrl: this.options.publicUrl(), proof };
    return testAccount({ why: this.whyUnusable, way: () => testWay(way) }, () =>
      this.stepsAtCarrier(this.options.accounts.named(carrierId)),
    );
  }

  /** The carrier account that an account connected first; null: none. */
  firstOf(accountId: string): string | null {
    return this.options.accounts.firstOf(accountId)?.carrierId ?? null;
  }

  get hasOperators(): boolean {
    return this.options.accounts.operator !== undefined;
  }

  knows(carrierId: string): boolean {
    return this.options.accounts.named(carrierId) !== undefined;
  }

  refresh(): Promise<void> {
    return this.options.accounts.refresh();
  }

  /** Who sells through this carrier account; null: through the operator's. @throws RequestError */
  seller(carrierId: string | null): NumberSeller | null {
    const { accounts } = this.options;
    const account = carrierId === null ? accounts.operator : accounts.named(carrierId);
    if (!account) return null;
    if (this.whyUnusable !== null) throw new RequestError('unprocessable', this.whyUnusable);
    return this.sellerOf(account);
  }

  expects(key: string): boolean {
    return this.calls.expects(key);
  }

  attach(key: string, socket: WebSocket): void {
    this.calls.attach(key, socket);
  }

  protected urlOf(path: string): string {
    return `${this.options.publicUrl()}${this.#nature.path}/${path}`;
  }

  protected streamUrl(key: string): string {
    return this.urlOf(`calls/${key}/media`).replace(/^http/, 'ws');
  }

  /** Has the service take the call, where it takes any. */
  protected offer(leg: InboundLeg): void {
    if (this.options.mayTakeCalls()) this.options.onCall(leg);
    else leg.reject(503);
  }

  #carrierOf(account: ConnectedAccount & Credentials): Carrier {
    return {
      name: account.route,
      simulated: false,
      outgoing: (request) => this.outgoing(account, request),
      hangUpOrphan: (token) => this.#hangUpOrphan(account, token),
    };
  }

  async #hangUpOrphan(account: ConnectedAccount & Credentials, { dialog }: LegToken) {
    try {
      await this.endOrphan(account, dialog);
      return 'ended' as const;
    } catch (error) {
      const { status, isOver } = this.faultOf(error);
      if (status === null) return 'timeout' as const;
      if (isOver) return 'unknown' as const;
      throw error;
    }
  }
}

export const e164Of = (text: string | null): string | null =>
  text !== null && /^\+[1-9][0-9]{6,14}$/.test(text) ? text : null;
