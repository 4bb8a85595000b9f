import type { Scheduler } from '../scheduler.ts';
import type { HostPort, Receive, Transport } from '../transports/transport.ts';

const FIRST_PORT = 40_000;

/** Datagrams between user agents in one process, in the time of a test clock. */
export class VirtualNetwork {
  readonly #scheduler: Scheduler;
  readonly #latencyMs: number;
  readonly #sockets = new Map<string, Receive>();
  #nextPort = FIRST_PORT;

  constructor(scheduler: Scheduler, latencyMs = 1) {
    this.#scheduler = scheduler;
    this.#latencyMs = latencyMs;
  }

  readonly open = async (local: HostPort, receive: Receive): Promise<Transport> => {
    const port = local.port === 0 ? this.#nextPort++ : local.port;
    const key = `${local.host}:${port}`;
    this.#sockets.set(key, receive);
    const source = { protocol: 'UDP', host: local.host, port } as const;
    return {
      ...source,
      send: (bytes, peer) => {
        this.#scheduler.schedule(this.#latencyMs, () =>
          this.#sockets.get(`${peer.host}:${peer.port}`)?.(bytes, source),
        );
      },
      close: async () => {
        this.#sockets.delete(key);
      },
    };
  };
}
