import type { Scheduler } from '../scheduler.ts';
import type { OpenTransport, Protocol, Receive } from '../transports/transport.ts';

const FIRST_PORT = 40_000;

/** Messages between user agents in one process, in the time of a test clock. Of streams it has whole messages, and no connections. */
export class VirtualNetwork {
  readonly #scheduler: Scheduler;
  readonly #latencyMs: number;
  readonly #sockets = new Map<string, Receive>();
  #nextPort = FIRST_PORT;

  constructor(scheduler: Scheduler, latencyMs = 1) {
    this.#scheduler = scheduler;
    this.#latencyMs = latencyMs;
  }

  /** UDP. */
  readonly open: OpenTransport = (local, receive) => this.over('udp')(local, receive);

  over(protocol: Protocol): OpenTransport {
    return async (local, receive) => {
      const port = local.port === 0 ? this.#nextPort++ : local.port;
      const key = `${protocol} ${local.host}:${port}`;
      this.#sockets.set(key, receive);
      const source = { protocol, host: local.host, port };
      return {
        ...source,
        send: (bytes, hop) => {
          this.#scheduler.schedule(this.#latencyMs, () =>
            this.#sockets.get(`${protocol} ${hop.host}:${hop.port}`)?.(bytes, source),
          );
        },
        close: async () => {
          this.#sockets.delete(key);
        },
      };
    };
  }
}
