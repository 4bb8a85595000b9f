import type { Database, Subscription } from '../db/index.ts';
import { Lane } from '../kernel/lane.ts';
import type { Logger } from '../kernel/logger.ts';
import { EVENTS_CHANNEL } from './call-events.ts';
import { type EventFilter, type EventPage, readEventPage } from './read-events.ts';

/** Notifications may be lost, and other nodes number events, too: this is how late a reader learns of them at most. */
const POLL_MS = 2000;
/** Without a reader events wait for their numbers: this is for those that come later. */
const IDLE_POLL_MS = 10_000;
/** Numbered in one transaction. */
const NUMBERED_AT_ONCE = 2000;
/** Readers that read at the same time; others wait, and requests have the remaining connections. */
const READS_AT_ONCE = 3;

interface Follower {
  accountId: string;
  wake(): void;
}

/**
 * Numbers the rows of `call_events`, and wakes the followers of an account's events. Everything is read
 * from the database: a reader that is slow, or was away, holds nothing here.
 */
export class EventHub {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #lane = new Lane(READS_AT_ONCE);
  readonly #followers = new Set<Follower>();
  readonly #closing = new AbortController();
  #subscription: Subscription | undefined;
  #timer: NodeJS.Timeout | undefined;
  #numbering: Promise<void> | null = null;
  #isMoreToNumber = false;
  #through = 0;
  #kept = 0;

  private constructor(db: Database, log: Logger) {
    this.#db = db;
    this.#log = log;
  }

  /** `hints`: the connection that listens. */
  static async start(db: Database, hints: Pick<Database, 'listen'>, log: Logger): Promise<EventHub> {
    const hub = new EventHub(db, log);
    hub.#subscription = await hints.listen(EVENTS_CHANNEL, () => {
      // Without a follower there is no hurry.
      if (hub.#followers.size > 0) hub.#number();
    });
    await hub.#numberAll();
    hub.#poll();
    return hub;
  }

  /** Aborted when the service stops. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** No number up to this is given any more: all of them can be read. */
  get through(): number {
    return this.#through;
  }

  /** The events up to this number are not whole any more. */
  get keptAfter(): number {
    return this.#kept;
  }

  /** Everything that is committed now has its number. */
  async catchUp(): Promise<void> {
    // What is under way may have begun before.
    await this.#numbering;
    this.#number();
    await this.#numbering;
  }

  /** `wake`: there may be something new. Stops with the returned function. */
  follow(accountId: string, wake: () => void): () => void {
    const follower = { accountId, wake };
    this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  }

  /** Of the events of an account that came after a number. */
  read(accountId: string, filter: EventFilter, after: number): Promise<EventPage> {
    const span = { after, through: this.#through };
    if (after >= span.through) return Promise.resolve({ events: [], through: after });
    return this.#lane.run(() => readEventPage(this.#db, accountId, filter, span));
  }

  /** Idempotent. Ends what follows. */
  async close(): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#timer);
    for (const { wake } of this.#followers) wake();
    await this.#subscription?.close();
    await this.#numbering;
  }

  #poll(): void {
    const delayMs = this.#followers.size > 0 ? POLL_MS : IDLE_POLL_MS;
    this.#timer = setTimeout(() => {
      this.#number();
      this.#poll();
    }, delayMs);
  }

  #number(): void {
    if (this.closing.aborted) return;
    this.#isMoreToNumber = true;
    this.#numbering ??= this.#numberWhileNeeded().finally(() => {
      this.#numbering = null;
    });
  }

  async #numberWhileNeeded(): Promise<void> {
    while (this.#isMoreToNumber && !this.closing.aborted) {
      this.#isMoreToNumber = false;
      try {
        await this.#numberAll();
      } catch (error) {
        this.#log.error({ err: error }, 'events could not be numbered; they are tried again');
      }
    }
  }

  async #numberAll(): Promise<void> {
    for (let numbered = NUMBERED_AT_ONCE; numbered === NUMBERED_AT_ONCE; ) {
      const [result] = await this.#db.query<{
        accounts: string[];
        numbered: number;
        through: number;
        kept_after: number;
      }>({
        name: 'number-call-events',
        text: `select accounts, numbered, n.through, r.through as kept_after
               from number_call_events($1) n, call_event_retention r`,
        values: [NUMBERED_AT_ONCE],
      });
      numbered = result!.numbered;
      this.#kept = result!.kept_after;
      const isByOthers = result!.through > this.#through + numbered;
      this.#through = result!.through;
      this.#wake(isByOthers ? null : new Set(result!.accounts));
    }
  }

  /** Null: another node got the accounts of these events. */
  #wake(accounts: ReadonlySet<string> | null): void {
    for (const { accountId, wake } of this.#followers) if (accounts === null || accounts.has(accountId)) wake();
  }
}
