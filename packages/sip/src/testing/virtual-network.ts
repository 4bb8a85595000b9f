import type { Scheduler } from '../scheduler.ts';
import type { KeepAliveOptions, OpenTransport, Protocol, Receive } from '../transports/transport.ts';

const FIRST_PORT = 40_000;

/** Messages between user agents in one process, in the time of a test clock. Of streams it has whole messages, and of connections those that are kept. */
export class VirtualNetwork {
  readonly #scheduler: Scheduler;
  readonly #latencyMs: number;
  readonly #sockets = new Map<string, Receive>();
  #nextPort = FIRST_PORT;
  /** What keeps a connection. */
  readonly kept = new Set<KeepAliveOptions>();

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
        keepAlive: (_hop, options) => {
          this.kept.add(options);
          return { release: () => this.kept.delete(options) };
        },
        close: async () => {
          this.#sockets.delete(key);
        },
      };
    };
  }

  /** All that are kept end. */
  breakConnections(): void {
    for (const options of [...this.kept]) {
      this.kept.delete(options);
      options.onBroken();
    }
  }
}
