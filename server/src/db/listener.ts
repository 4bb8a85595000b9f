import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

export type ListenEvent =
  | { readonly type: 'notification'; readonly payload: string }
  /** Notifications may have been missed while the connection was down: look at the tables. */
  | { readonly type: 'reconnected' };

export type ListenHandler = (event: ListenEvent) => void;

export interface Subscription {
  /** Stops calling the handler. Idempotent. */
  close(): Promise<void>;
}

const FIRST_RETRY_MS = 50;
const LONGEST_RETRY_MS = 5_000;

/** A connection that a firewall forgot stays silent for ever; a question unanswered for this long counts as broken. */
const HEARTBEAT = { everyMs: 30_000, limitMs: 10_000 };

/** LISTEN on one connection of its own, made at the first subscription and made anew whenever it breaks. */
export class Listener {
  readonly #config: pg.ClientConfig;
  readonly #heartbeatEveryMs: number;
  readonly #handlers = new Map<string, Set<ListenHandler>>();
  readonly #closing = new AbortController();
  #client: pg.Client | undefined;
  #connecting: Promise<pg.Client> | undefined;
  #reconnecting: Promise<void> | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #heartbeat: NodeJS.Timeout | undefined;

  constructor(config: pg.ClientConfig, heartbeat = HEARTBEAT) {
    this.#config = { ...config, query_timeout: heartbeat.limitMs };
    this.#heartbeatEveryMs = heartbeat.everyMs;
  }

  /** Resolves when PostgreSQL listens: what is notified from then on reaches the handler. */
  async listen(channel: string, handler: ListenHandler): Promise<Subscription> {
    if (this.#closing.signal.aborted) throw new Error('The database is closed.');
    // Each subscription counts on its own, even with a handler that is subscribed twice.
    const own: ListenHandler = (event) => handler(event);
    const handlers = this.#handlers.get(channel) ?? new Set();
    this.#handlers.set(channel, handlers.add(own));
    try {
      const client = await this.#connection();
      await this.#run(client, `listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      await this.#remove(channel, own);
      throw error;
    }
    return { close: () => this.#remove(channel, own) };
  }

  /** Idempotent. */
  async close(): Promise<void> {
    this.#closing.abort();
    clearInterval(this.#heartbeat);
    this.#handlers.clear();
    await this.#reconnecting;
    await this.#connecting?.catch(() => {});
    await this.#client?.end().catch(() => {});
  }

  async #remove(channel: string, handler: ListenHandler): Promise<void> {
    const handlers = this.#handlers.get(channel);
    if (!handlers?.delete(handler) || handlers.size > 0) return;
    this.#handlers.delete(channel);
    // Fails only on a broken connection, and the next one does not listen to this channel.
    if (this.#client) await this.#run(this.#client, `unlisten ${pg.escapeIdentifier(channel)}`).catch(() => {});
  }

  async #connection(): Promise<pg.Client> {
    while (this.#reconnecting) await this.#reconnecting;
    if (this.#client) return this.#client;
    this.#connecting ??= this.#connect().finally(() => {
      this.#connecting = undefined;
    });
    return this.#connecting;
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client(this.#config);
    client.on('error', () => {});
    client.on('notification', ({ channel, payload }) => {
      this.#tell(channel, { type: 'notification', payload: payload ?? '' });
    });
    try {
      await client.connect();
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
    client.once('end', () => this.#lost(client));
    this.#client = client;
    this.#keepChecking(client);
    return client;
  }

  #keepChecking(client: pg.Client): void {
    clearInterval(this.#heartbeat);
    this.#heartbeat = setInterval(() => {
      // `end` closes the socket, and its 'end' event starts the reconnection.
      this.#run(client, 'select 1').catch(() => client.end().catch(() => {}));
    }, this.#heartbeatEveryMs);
    this.#heartbeat.unref();
  }

  #lost(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    clearInterval(this.#heartbeat);
    // A connection that ends during the LISTENs of a reconnection is replaced by that one's next attempt.
    if (this.#closing.signal.aborted || this.#reconnecting) return;
    this.#reconnecting = this.#reconnect().finally(() => {
      this.#reconnecting = undefined;
    });
  }

  async #reconnect(): Promise<void> {
    const { signal } = this.#closing;
    for (let retryMs = FIRST_RETRY_MS; !signal.aborted; retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS)) {
      let client: pg.Client | undefined;
      try {
        client = await this.#connect();
        for (const channel of this.#handlers.keys()) await this.#run(client, `listen ${pg.escapeIdentifier(channel)}`);
        for (const channel of this.#handlers.keys()) this.#tell(channel, { type: 'reconnected' });
        return;
      } catch {
        this.#client = undefined;
        await client?.end().catch(() => {});
        await delay(retryMs, undefined, { signal }).catch(() => {});
      }
    }
  }

  /** One statement after the other: a connection takes no second one while it is at one. */
  #run(client: pg.Client, statement: string): Promise<unknown> {
    const result = this.#turn.then(() => client.query(statement));
    this.#turn = result.catch(() => {});
    return result;
  }

  #tell(channel: string, event: ListenEvent): void {
    for (const handler of this.#handlers.get(channel) ?? []) handler(event);
  }
}
