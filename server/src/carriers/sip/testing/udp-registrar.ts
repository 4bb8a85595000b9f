import dgram from 'node:dgram';
import { EventEmitter, once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** Says 200 to each REGISTER, and remembers the time that it asked for. */
export class UdpRegistrar {
  readonly asked: string[] = [];
  readonly #socket = dgram.createSocket('udp4');
  readonly #events = new EventEmitter();

  async open(): Promise<void> {
    this.#socket.bind(0, '127.0.0.1');
    await once(this.#socket, 'listening');
    this.#socket.on('message', (bytes, { port, address }) => {
      const lines = bytes.toString().split('\r\n');
      const kept = lines.filter((line) => /^(Via|From|To|Call-ID|CSeq|Contact|Expires):/i.test(line));
      this.#socket.send(['SIP/2.0 200 OK', ...kept, 'Content-Length: 0', '', ''].join('\r\n'), port, address);
      this.asked.push(lines.find((line) => /^Expires:/i.test(line))!.replace(/^Expires: */i, ''));
      this.#events.emit('asked');
    });
  }

  get port(): number {
    return (this.#socket.address() as AddressInfo).port;
  }

  async wasAsked(times: number): Promise<string[]> {
    while (this.asked.length < times) await once(this.#events, 'asked');
    return this.asked;
  }

  close(): void {
    this.#socket.close();
  }
}
