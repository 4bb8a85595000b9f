import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isRtcp, parseRtp, type RtpPacket, writeRtp } from '../packet.ts';
import { packetOf } from './packets.ts';

/** A UDP socket that sends exactly what it is given and keeps what it receives. */
export class RawPeer {
  readonly address: string;
  readonly received: RtpPacket[] = [];
  /** Datagrams of RTCP. */
  readonly reports: Uint8Array[] = [];
  private readonly socket: Socket;

  private constructor(socket: Socket, address: string) {
    this.socket = socket;
    this.address = address;
    socket.on('message', (datagram) => {
      if (isRtcp(datagram)) this.reports.push(datagram);
      else this.received.push(parseRtp(datagram)!);
    });
  }

  static async open(address = '127.0.0.1', port = 0): Promise<RawPeer> {
    const socket = createSocket('udp4');
    socket.bind(port, address);
    await once(socket, 'listening');
    return new RawPeer(socket, address);
  }

  get port(): number {
    return this.socket.address().port;
  }

  /** Resolves when the datagram has left; on loopback it then lies in the receiver's buffer. */
  send(port: number, packet: Partial<RtpPacket> | Uint8Array): Promise<void> {
    const datagram = packet instanceof Uint8Array ? packet : writeRtp(packetOf(packet));
    return new Promise((resolve, reject) => {
      this.socket.send(datagram, port, '127.0.0.1', (error) => (error ? reject(error) : resolve()));
    });
  }

  close(): void {
    this.socket.close();
  }
}
