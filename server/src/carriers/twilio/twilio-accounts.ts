import type { Database, Subscription } from '../../db/index.ts';
import type { Logger } from '../../kernel/logger.ts';
import { type Sealing, UnsealError } from '../../kernel/sealing.ts';
import { CARRIERS_CHANNEL, tokenPurpose } from '../../trunks/carrier-accounts.ts';
import { carrierRoute } from '../../trunks/carrier-route.ts';
import type { TwilioAccount } from './twilio-account.ts';

/** For notifications that were lost. */
const POLL_MS = 10_000;

interface AccountRow {
  carrier_id: string;
  account_id: string;
  account_sid: string;
  auth_token: Buffer;
}

export interface TwilioAccountsOptions {
  db: Database;
  sealing: Sealing;
  /** The operator's, for all accounts. */
  operator: { accountSid: string; authToken: string } | undefined;
  log: Logger;
}

/** The Twilio accounts of all accounts, in memory: webhooks ask for them. It follows the table. */
export class TwilioAccounts {
  readonly operator: TwilioAccount | undefined;
  readonly #options: TwilioAccountsOptions;
  readonly #poll: NodeJS.Timeout;
  #subscription: Subscription | null = null;
  /** By their names, in the order in which they were connected. */
  #known = new Map<string, TwilioAccount>();

  private constructor(options: TwilioAccountsOptions) {
    this.#options = options;
    this.operator = options.operator && {
      ...{ carrierId: null, accountId: null, route: 'twilio', name: 'operator', ...options.operator },
    };
    this.#poll = setInterval(() => void this.refresh(), POLL_MS);
  }

  static async start(options: TwilioAccountsOptions): Promise<TwilioAccounts> {
    const accounts = new TwilioAccounts(options);
    accounts.#subscription = await options.db.listen(CARRIERS_CHANNEL, () => void accounts.refresh());
    await accounts.#read();
    return accounts;
  }

  /** With the operator's. */
  get count(): number {
    return this.#known.size + (this.operator ? 1 : 0);
  }

  named(name: string): TwilioAccount | undefined {
    return name === this.operator?.name ? this.operator : this.#known.get(name);
  }

  ofRoute(route: string): TwilioAccount | undefined {
    return [...this.#known.values(), ...(this.operator ? [this.operator] : [])].find((known) => known.route === route);
  }

  /** The first one of the account; without, the operator's. */
  of(accountId: string): TwilioAccount | undefined {
    return [...this.#known.values()].find((known) => known.accountId === accountId) ?? this.operator;
  }

  /** Reads the table after this moment. Does not throw: what was known stays. */
  async refresh(): Promise<void> {
    try {
      await this.#read();
    } catch (error) {
      this.#options.log.error({ err: error }, 'the carrier accounts could not be read; the known ones stay');
    }
  }

  /** Idempotent. */
  async close(): Promise<void> {
    clearInterval(this.#poll);
    await this.#subscription?.close();
  }

  async #read(): Promise<void> {
    const rows = await this.#options.db.query<AccountRow>(
      "select carrier_id, account_id, account_sid, auth_token from carriers where kind = 'twilio' order by carrier_id",
    );
    const known = rows.flatMap((row) => this.#toAccount(row) ?? []);
    this.#known = new Map(known.map((account) => [account.name, account]));
  }

  /** What was not changed stays the same object, and keeps its connections. */
  #toAccount({
    carrier_id: carrierId,
    account_id: accountId,
    account_sid: accountSid,
    auth_token: sealed,
  }: AccountRow) {
    const authToken = this.#open(carrierId, sealed);
    if (authToken === null) return null;
    const before = this.#known.get(carrierId);
    if (before?.authToken === authToken) return before;
    const route = carrierRoute(carrierId, null).name;
    return { carrierId, accountId, route, name: carrierId, accountSid, authToken };
  }

  /** Null: it cannot be read any more, and the carrier account is as if it were not there. */
  #open(carrierId: string, sealed: Buffer): string | null {
    const { sealing, log } = this.#options;
    try {
      return sealing.open(sealed, tokenPurpose(carrierId));
    } catch (error) {
      if (!(error instanceof UnsealError)) throw error;
      log.error({ err: error, carrier_id: carrierId }, 'the token of a carrier account cannot be read; enter it again');
      return null;
    }
  }
}
