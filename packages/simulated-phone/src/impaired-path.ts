import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import type { NetworkImpairment } from './persona.ts';
import { seededRandom } from './random.ts';

interface Endpoint {
  address: string;
  port: number;
}

/**
 * A bad line on one side of a phone: a UDP socket that the peer takes for the phone, and the phone for the peer. What the phone
 * sends is lost or delayed, each datagram for itself, so that some overtake others; what the peer sends passes at once.
 */
export class ImpairedPath {
  readonly port: number;
  private readonly socket: Socket;
  private readonly impairment: NetworkImpairment;
  private readonly random: () => number;
  private readonly underway = new Set<NodeJS.Timeout>();
  private phone: Endpoint | null = null;
  private peer: Endpoint | null = null;
  private closed = false;

  private constructor(socket: Socket, impairment: NetworkImpairment) {
    this.socket = socket;
    this.port = socket.address().port;
    this.impairment = impairment;
    this.random = seededRandom(impairment.seed);
    socket.on('message', (datagram, from) => this.pass(datagram, from));
    // A peer whose port is closed answers with ICMP, which Node reports here.
    socket.on('error', () => {});
  }

  /** Rejects with the system's error when the port is taken. */
  static async open(address: string, port: number, impairment: NetworkImpairment): Promise<ImpairedPath> {
    const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4');
    socket.bind({ address, port, exclusive: true });
    try {
      await once(socket, 'listening');
    } catch (error) {
      socket.close();
      throw error;
    }
    return new ImpairedPath(socket, impairment);
  }

  /** Both ends; until then everything is dropped. */
  connect(phone: Endpoint, peer: Endpoint): void {
    this.phone = phone;
    this.peer = peer;
  }

  /** Idempotent. What is under way is lost. */
  close(): void {
    if (this.closed) return;
    this.closed = true;
    for (const timer of this.underway) clearTimeout(timer);
    this.underway.clear();
    this.socket.close();
  }

  private pass(datagram: Uint8Array, from: RemoteInfo): void {
    const { phone, peer } = this;
    if (!phone || !peer) return;
    const comesFromPhone = from.port === phone.port && from.address === phone.address;
    if (!comesFromPhone) this.socket.send(datagram, phone.port, phone.address);
    else if (this.random() >= this.impairment.lossRate) this.delay(datagram, peer);
  }

  private delay(datagram: Uint8Array, to: Endpoint): void {
    const timer = setTimeout(() => {
      this.underway.delete(timer);
      this.socket.send(datagram, to.port, to.address);
    }, this.random() * this.impairment.jitterMs);
    this.underway.add(timer);
  }
}
