import { type ConnectionGuard, guardOf } from './connection-guard.ts';
import { RefusedPortError, refusedPort } from './refused-port.ts';

/** People take seconds to answer: a connection must outlive a turn, or every reply begins with a TLS handshake. */
const IDLE_MS = 60_000;
/** A connection that was used this recently is still open. */
const SURELY_OPEN_MS = IDLE_MS / 2;
const OPENING_MS = 5000;

/** Connections of one agent of the HTTP client. */
interface ClientConnections {
  fetch: typeof globalThis.fetch;
  destroy(): void;
}

/** Loaded when they are first needed: 90 ms of CPU that installations without a model do not pay. */
const loading = new Map<ConnectionGuard | null, Promise<ClientConnections>>();
const usedAtMs = new Map<string, number>();

async function newConnections(guard: ConnectionGuard | null): Promise<ClientConnections> {
  const { Agent, fetch } = await import('undici');
  const dispatcher = new Agent({ keepAliveTimeout: IDLE_MS, ...(guard && { connect: { lookup: guard.lookup } }) });
  // An address that is written as a number passes no lookup: a redirect would lead there unseen.
  const redirect = guard ? { redirect: 'error' as const } : {};
  const fetchOver = fetch as unknown as (input: unknown, init: object) => Promise<Response>;
  return {
    fetch: (input, init) => fetchOver(input, { ...init, ...redirect, dispatcher }),
    destroy: () => void dispatcher.destroy().catch(() => undefined),
  };
}

/** `fetch` over connections of its own to one server, which belong to one call and end with it. */
export class OwnConnections {
  #connections: Promise<ClientConnections> | null = null;
  #isClosed = false;

  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    const guard = guardFor(input);
    if (this.#isClosed) throw new Error('the connections are closed');
    this.#connections ??= newConnections(guard);
    return (await this.#connections).fetch(input, init);
  };

  /** Breaks off what is under way; the next request has a new connection. */
  reset(): void {
    void this.#connections?.then(({ destroy }) => destroy());
    this.#connections = null;
  }

  /** Idempotent. */
  close(): void {
    this.#isClosed = true;
    this.reset();
  }
}

/** `fetch` over connections that stay open between the turns of a call. Idle ones do not keep the process alive. */
export const keepAliveFetch: typeof globalThis.fetch = async (input, init) => {
  const guard = guardFor(input);
  usedAtMs.set(originOf(input), performance.now());
  const connections = loading.get(guard) ?? newConnections(guard);
  loading.set(guard, connections);
  return (await connections).fetch(input, init);
};

/** @throws what keeps a request from being made at all */
function guardFor(input: string | URL | Request): ConnectionGuard | null {
  const port = refusedPort(addressOf(input));
  if (port !== null) throw new RefusedPortError(port);
  return guardOf(addressOf(input));
}

/** Opens a connection for the request that comes next, unless there is one. Never rejects. */
export async function openConnection(url: string, headers: Record<string, string>): Promise<void> {
  const usedMs = usedAtMs.get(originOf(url));
  if (usedMs !== undefined && performance.now() - usedMs < SURELY_OPEN_MS) return;
  try {
    const response = await keepAliveFetch(url, { headers, signal: AbortSignal.timeout(OPENING_MS) });
    await response.arrayBuffer();
  } catch {
    // The request that comes next will tell what is wrong.
  }
}

const addressOf = (input: string | URL | Request) => (input instanceof Request ? input.url : String(input));

const originOf = (input: string | URL | Request) => new URL(addressOf(input)).origin;
