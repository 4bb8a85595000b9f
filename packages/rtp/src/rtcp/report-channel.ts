import type { RemoteInfo, Socket } from 'node:dgram';
import type { Endpoint } from '../latch.ts';
import type { NegotiatedRtcp } from '../negotiated-media.ts';
import { bindSocket, numericEndpoint } from '../udp-socket.ts';

export interface ReportPlaces {
  /** Of RTP, bound here. RTCP is on the port above it (RFC 3550 section 11), or on the same one (RFC 5761). */
  address: string;
  rtpPort: number;
  /** Whether something that comes from here may be the peer's. */
  isPeer(address: string): boolean;
  /** Sends over the socket of RTP; does nothing where the peer is not known yet. */
  sendWithMedia(datagram: Uint8Array): void;
}

export interface ReportChannelOptions extends ReportPlaces {
  /** Hears what comes to the port above that of RTP. True when it was the peer's RTCP. */
  onDatagram(datagram: Uint8Array): boolean;
}

/** The way of one call's RTCP: with RTP where both sides can, or by a socket of its own, which is opened when it is asked for. */
export class ReportChannel {
  readonly #options: ReportChannelOptions;
  #agreed: NegotiatedRtcp | null = null;
  #socket: Socket | null = null;
  #isOpening = false;
  #isClosed = false;
  /** Where the peer's reports came from, which is where ours go: behind NAT that is not what its SDP says (RFC 4961). */
  #source: Endpoint | null = null;

  constructor(options: ReportChannelOptions) {
    this.#options = options;
  }

  configure(rtcp: NegotiatedRtcp): void {
    if (JSON.stringify(rtcp) !== JSON.stringify(this.#agreed)) this.#source = null;
    this.#agreed = rtcp;
    if (!rtcp.mux) void this.#open();
  }

  send(datagram: Uint8Array): void {
    const agreed = this.#agreed;
    if (agreed === null || this.#isClosed) return;
    if (agreed.mux) this.#options.sendWithMedia(datagram);
    else this.#sendApart(datagram, this.#source ?? numericEndpoint(agreed.remote));
  }

  /** Idempotent. */
  close(): void {
    this.#isClosed = true;
    this.#socket?.close();
    this.#socket = null;
  }

  #sendApart(datagram: Uint8Array, target: Endpoint | null): void {
    if (target !== null) this.#socket?.send(datagram, target.port, target.address);
  }

  async #open(): Promise<void> {
    if (this.#isOpening) return;
    this.#isOpening = true;
    const { address, rtpPort } = this.#options;
    // Without the port there are no reports, and a call that is as good as without.
    const socket = rtpPort < 65_535 ? await bindSocket(address, rtpPort + 1).catch(() => null) : null;
    if (socket === null) return;
    if (this.#isClosed) {
      socket.close();
      return;
    }
    socket.on('error', () => {});
    socket.on('message', (datagram, from) => this.#receive(datagram, from));
    this.#socket = socket;
  }

  #receive(datagram: Uint8Array, { address, port }: RemoteInfo): void {
    if (!this.#options.isPeer(address) || !this.#options.onDatagram(datagram)) return;
    this.#source = { address, port };
  }
}
