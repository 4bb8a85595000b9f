import { routes, StreamEvent, StreamEventType } from '@parley/contract';
import { urlOf } from '../../api/request.ts';

/** `offline`: nothing comes at present; the stream tries again by itself. */
export type StreamState = 'connecting' | 'open' | 'offline';

interface StreamListener {
  onEvents: (events: StreamEvent[]) => void;
  /** What happened before is not known, so what is shown may be old: at the first connection, and after a reset. */
  onGap: () => void;
  /** The connection is there again. */
  onBack: () => void;
  /** The service refused. Whether the login is over is for another request to find out. */
  onRefused: () => void;
}

/** Seconds between attempts after a refusal; the browser itself reconnects a stream that breaks. */
const RETRY_S = [1, 2, 5, 10, 30] as const;

/**
 * `GET /v1/events`, one connection for the whole dashboard. A page that cannot be seen has none: browsers have six
 * connections for a host, and a seventh tab would wait forever. Nothing is lost by it, as the stream goes on after the
 * last event that was seen.
 */
export class EventStream {
  readonly #listener: StreamListener;
  readonly #stateListeners = new Set<() => void>();
  #source: EventSource | null = null;
  #state: StreamState = 'connecting';
  #lastEventId: string | null = null;
  #refusals = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #arrived: StreamEvent[] = [];
  #frame: number | undefined;

  constructor(listener: StreamListener) {
    this.#listener = listener;
  }

  get state(): StreamState {
    return this.#state;
  }

  onState(listener: () => void): () => void {
    this.#stateListeners.add(listener);
    return () => this.#stateListeners.delete(listener);
  }

  /** Returns what ends it. */
  start(): () => void {
    const follow = () => (document.visibilityState === 'hidden' ? this.#disconnect() : this.#connect());
    document.addEventListener('visibilitychange', follow);
    follow();
    return () => {
      document.removeEventListener('visibilitychange', follow);
      this.#disconnect();
    };
  }

  #connect(): void {
    if (this.#source) return;
    clearTimeout(this.#retry);
    const query = this.#lastEventId === null ? {} : { last_event_id: this.#lastEventId };
    const source = new EventSource(urlOf('/v1', routes.streamEvents, { query }));
    this.#source = source;
    source.onopen = () => {
      this.#refusals = 0;
      if (this.#lastEventId === null) this.#listener.onGap();
      if (this.#state === 'offline') this.#listener.onBack();
      this.#setState('open');
    };
    source.onerror = () => {
      this.#setState('offline');
      if (source.readyState === EventSource.CLOSED) this.#tryAgainLater();
    };
    for (const type of [...StreamEventType.options, 'reset']) {
      source.addEventListener(type, (message) => this.#receive(type, message));
    }
  }

  #disconnect(): void {
    clearTimeout(this.#retry);
    this.#source?.close();
    this.#source = null;
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#frame = undefined;
    this.#deliver();
  }

  #tryAgainLater(): void {
    this.#disconnect();
    this.#listener.onRefused();
    const delayS = RETRY_S[Math.min(this.#refusals, RETRY_S.length - 1)]!;
    this.#refusals += 1;
    this.#retry = setTimeout(() => {
      if (document.visibilityState !== 'hidden') this.#connect();
    }, delayS * 1000);
  }

  #receive(type: string, message: MessageEvent<string>): void {
    this.#lastEventId = message.lastEventId;
    const event = StreamEvent.safeParse({
      id: Number(message.lastEventId),
      event: type,
      data: JSON.parse(message.data),
    });
    // A service that is newer than this page may send what the page does not know.
    if (!event.success) return;
    this.#arrived.push(event.data);
    // Many at once are one change of what is shown.
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined;
      this.#deliver();
    });
  }

  #deliver(): void {
    const events = this.#arrived;
    if (events.length === 0) return;
    this.#arrived = [];
    if (events.some(({ event }) => event === 'reset')) this.#listener.onGap();
    this.#listener.onEvents(events);
  }

  #setState(state: StreamState): void {
    if (state === this.#state) return;
    this.#state = state;
    for (const listener of this.#stateListeners) listener();
  }
}
