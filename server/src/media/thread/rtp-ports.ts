import { RtpSession, type RtpSessionOptions } from '@parley/rtp';

const TRIES = 200;

/** Even ports out of the configured range (RFC 3550, section 11), shared out among the threads by turns. */
export class RtpPorts {
  readonly #address: string;
  readonly #ipv6Address: string | undefined;
  readonly #ports: number[];
  #next = 0;

  constructor(options: {
    bindAddress: string;
    ipv6BindAddress?: string | undefined;
    rtpPorts: { first: number; last: number };
    threadIndex: number;
    threadCount: number;
  }) {
    this.#address = options.bindAddress;
    this.#ipv6Address = options.ipv6BindAddress;
    this.#ports = [];
    const first = options.rtpPorts.first + (options.rtpPorts.first % 2);
    for (let port = first, turn = 0; port <= options.rtpPorts.last; port += 2, turn += 1) {
      if (turn % options.threadCount === options.threadIndex) this.#ports.push(port);
    }
  }

  /** A session on the next free port, with frames of this rate; ports that other programs hold are passed over. */
  async open(rateHz: NonNullable<RtpSessionOptions['rateHz']>, isOverIpv6 = false): Promise<RtpSession> {
    const address = (isOverIpv6 ? this.#ipv6Address : undefined) ?? this.#address;
    for (let tries = Math.min(TRIES, this.#ports.length); tries > 0; tries -= 1) {
      const port = this.#ports[this.#next]!;
      this.#next = (this.#next + 1) % this.#ports.length;
      try {
        return await RtpSession.open({ address, port, rateHz });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      }
    }
    throw new Error('no RTP port is free in the range PARLEY_RTP_PORTS');
  }
}
