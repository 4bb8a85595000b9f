import { setTimeout as delay } from 'node:timers/promises';
import type { StreamEvent } from '@parley/contract';
import type { EventHub } from '../calls/event-hub.ts';
import type { EventFilter } from '../calls/read-events.ts';
import { limitKeyOf, type Principal } from '../kernel/principal.ts';
import { RequestError } from '../kernel/request-error.ts';
import type { TextStream } from '../kernel/text-stream.ts';
import { Reader } from './event-reader.ts';

const STREAMS_OF_ONE = 20;
const STREAMS_OF_ACCOUNT = 100;
const HEARTBEAT_MS = 15_000;
/** Between two reads of one reader, so that a busy account is read in pages and not event by event. */
const BREATH_MS = 40;
/** What a client waits for before it connects again. */
const RETRY_MS = 2000;

export interface StreamRequest {
  principal: Principal;
  filter: EventFilter;
  /** Go on after this event; null: from now on. */
  after: number | null;
  isStillAllowed(): Promise<boolean>;
}

/**
 * Streams of Server-Sent Events. Each reads from the database at the pace at which its client takes what it is given: it
 * is asked for more when the connection has room, so that a client that is slow costs a page of memory and nothing else.
 */
export class EventStreams {
  readonly #hub: EventHub;
  readonly #open = new Map<string, number>();

  constructor(hub: EventHub) {
    this.#hub = hub;
  }

  /** @throws RequestError `rate_limited` when too many are open. */
  async open(request: StreamRequest): Promise<TextStream> {
    const { principal } = request;
    await this.#hub.catchUp();
    const names = [limitKeyOf(principal), principal.accountId];
    this.#refuseBeyond(names[0]!, STREAMS_OF_ONE);
    this.#refuseBeyond(names[1]!, STREAMS_OF_ACCOUNT);
    for (const name of names) this.#open.set(name, (this.#open.get(name) ?? 0) + 1);
    const reader = new Reader({
      text: (ended) => this.#textOf(request, ended),
      isStillAllowed: request.isStillAllowed,
      onEnd: () => this.#forget(names),
    });
    return { type: 'text/event-stream; charset=utf-8', chunks: reader, signal: reader.cut };
  }

  #refuseBeyond(name: string, limit: number): void {
    if ((this.#open.get(name) ?? 0) < limit) return;
    const message = `${limit} streams of events are open already. Close one, then open another.`;
    throw new RequestError('rate_limited', message, { retryAfterS: 5 });
  }

  #forget(names: string[]): void {
    for (const name of names) {
      const left = this.#open.get(name)! - 1;
      if (left === 0) this.#open.delete(name);
      else this.#open.set(name, left);
    }
  }

  async *#textOf(request: StreamRequest, ended: AbortSignal): AsyncGenerator<string, void, undefined> {
    const hub = this.#hub;
    const { accountId } = request.principal;
    const news = new News();
    const unfollow = hub.follow(accountId, () => news.arrive());
    ended.addEventListener('abort', () => news.arrive());
    const isOver = () => ended.aborted || hub.closing.aborted;
    let { position, text } = this.#beginning(request.after);
    try {
      yield text;
      for (let sentMs = performance.now(); !isOver(); ) {
        const page = await hub.read(accountId, request.filter, position);
        position = page.through;
        if (page.events.length > 0) {
          yield page.events.map(textOf).join('');
          sentMs = performance.now();
          await delay(BREATH_MS);
          continue;
        }
        if (position < hub.through) continue;
        const leftMs = sentMs + HEARTBEAT_MS - performance.now();
        if (leftMs > 0) {
          await news.wait(leftMs);
          continue;
        }
        // The number, too: a reader that wants little must not fall behind what is kept.
        text = `: still here\nid: ${position}\n\n`;
        yield text;
        sentMs = performance.now();
      }
    } finally {
      unfollow();
    }
  }

  /** Where it begins, and what is said first. */
  #beginning(after: number | null): { position: number; text: string } {
    const { through, keptAfter } = this.#hub;
    const isLost = after !== null && (after < keptAfter || after > through);
    const position = after === null || isLost ? through : after;
    const opening = `retry: ${RETRY_MS}\nid: ${position}\n\n`;
    if (!isLost) return { position, text: opening };
    const reason = after > through ? 'unknown' : 'expired';
    return { position, text: opening + textOf({ id: position, event: 'reset', data: { reason } }) };
  }
}

function textOf({ id, event, data }: StreamEvent): string {
  return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Whether something came since it was last waited for. */
class News {
  #hasArrived = false;
  #resolve: (() => void) | null = null;

  arrive(): void {
    this.#hasArrived = true;
    this.#resolve?.();
  }

  async wait(limitMs: number): Promise<void> {
    if (!this.#hasArrived) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#resolve = resolve;
      const timer = setTimeout(resolve, limitMs);
      await promise;
      clearTimeout(timer);
      this.#resolve = null;
    }
    this.#hasArrived = false;
  }
}
