import type { CarrierAccount } from '@parley/contract';
import type { Database, Subscription } from '../db/index.ts';
import type { Logger } from '../kernel/logger.ts';
import { type Sealing, UnsealError } from '../kernel/sealing.ts';
import { CARRIERS_CHANNEL, secretPurpose } from '../trunks/carrier-accounts.ts';
import { carrierRoute } from '../trunks/carrier-route.ts';

/** For notifications that were lost. */
const POLL_MS = 10_000;

/** An account with a carrier that calls go through. */
export interface ConnectedAccount {
  /** Null: the operator's, for all accounts. */
  readonly carrierId: string | null;
  /** Whose it is; null: the operator's. */
  readonly accountId: string | null;
  /** The name of the route of its calls. */
  readonly route: string;
  /** In the addresses that the carrier gets from us. */
  readonly name: string;
}

/** How an account of one kind is stored. */
export interface StoredAccount {
  /** What the carrier calls it. */
  externalId: string;
  secret: string;
  publicKey: string | null;
}

interface AccountRow {
  carrier_id: string;
  account_id: string;
  external_id: string;
  secret: Buffer;
  public_key: string | null;
}

export interface AccountTableOptions<Credentials> {
  db: Database;
  sealing: Sealing;
  kind: CarrierAccount['kind'];
  read(stored: StoredAccount): Credentials;
  /** The operator's, for all accounts. */
  operator: Credentials | undefined;
  log: Logger;
}

/** The accounts of all accounts with one carrier, in memory: webhooks ask for them. It follows the table. */
export class AccountTable<Credentials extends object> {
  readonly operator: (ConnectedAccount & Credentials) | undefined;
  readonly #options: AccountTableOptions<Credentials>;
  readonly #poll: NodeJS.Timeout;
  #subscription: Subscription | null = null;
  /** By their names, in the order in which they were connected. */
  #known = new Map<string, { stored: StoredAccount; account: ConnectedAccount & Credentials }>();

  private constructor(options: AccountTableOptions<Credentials>) {
    const { operator, kind } = options;
    this.#options = options;
    this.operator = operator && { carrierId: null, accountId: null, route: kind, name: 'operator', ...operator };
    this.#poll = setInterval(() => void this.refresh(), POLL_MS);
  }

  static async start<Credentials extends object>(options: AccountTableOptions<Credentials>) {
    const table = new AccountTable(options);
    table.#subscription = await options.db.listen(CARRIERS_CHANNEL, () => void table.refresh());
    await table.#read();
    return table;
  }

  /** With the operator's. */
  get count(): number {
    return this.#known.size + (this.operator ? 1 : 0);
  }

  named(name: string): (ConnectedAccount & Credentials) | undefined {
    return name === this.operator?.name ? this.operator : this.#known.get(name)?.account;
  }

  ofRoute(route: string): (ConnectedAccount & Credentials) | undefined {
    return [...this.#accounts, ...(this.operator ? [this.operator] : [])].find((account) => account.route === route);
  }

  /** The first one of the account, without the operator's. */
  firstOf(accountId: string): (ConnectedAccount & Credentials) | undefined {
    return this.#accounts.find((account) => account.accountId === accountId);
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

  get #accounts(): (ConnectedAccount & Credentials)[] {
    return [...this.#known.values()].map(({ account }) => account);
  }

  async #read(): Promise<void> {
    const rows = await this.#options.db.query<AccountRow>(
      'select carrier_id, account_id, external_id, secret, public_key from carriers where kind = $1 order by carrier_id',
      [this.#options.kind],
    );
    const known = rows.flatMap((row) => this.#toEntry(row) ?? []);
    this.#known = new Map(known.map((entry) => [entry.account.name, entry]));
  }

  /** What was not changed stays the same object, and keeps its connections. */
  #toEntry({ carrier_id: carrierId, account_id: accountId, external_id: externalId, ...row }: AccountRow) {
    const secret = this.#open(carrierId, row.secret);
    if (secret === null) return null;
    const stored = { externalId, secret, publicKey: row.public_key };
    const before = this.#known.get(carrierId);
    if (before?.stored.secret === secret && before.stored.publicKey === stored.publicKey) return before;
    const { kind, read } = this.#options;
    const route = carrierRoute({ kind, carrierId }, null).name;
    return { stored, account: { carrierId, accountId, route, name: carrierId, ...read(stored) } };
  }

  /** Null: it cannot be read any more, and the carrier account is as if it were not there. */
  #open(carrierId: string, sealed: Buffer): string | null {
    const { sealing, log } = this.#options;
    try {
      return sealing.open(sealed, secretPurpose(carrierId));
    } catch (error) {
      if (!(error instanceof UnsealError)) throw error;
      log.error({ err: error, carrier_id: carrierId }, 'the token of a carrier account cannot be read; enter it again');
      return null;
    }
  }
}
