import dgram from 'node:dgram';

const FRAME_MS = 20;
const FRAME_SAMPLES = 160;
/** Silence in G.711 µ-law. */
const SILENT_FRAME = Buffer.alloc(FRAME_SAMPLES, 0xff);

interface Listener {
  host: string;
  port: number;
  ssrc: number;
  frame: number;
}

/** RTP without a voice for everyone who has answered, out of one socket: a call without any packet counts as broken. */
export class Silence {
  readonly #socket = dgram.createSocket('udp4');
  readonly #listeners = new Map<object, Listener>();
  readonly #timer: NodeJS.Timeout;

  private constructor() {
    this.#timer = setInterval(() => this.#send(), FRAME_MS);
    // A service that was killed has closed its ports.
    this.#socket.on('error', () => {});
  }

  static async open(): Promise<Silence> {
    const silence = new Silence();
    await new Promise<void>((resolve) => silence.#socket.bind(0, '127.0.0.1', resolve));
    return silence;
  }

  get port(): number {
    return this.#socket.address().port;
  }

  join(call: object, to: { host: string; port: number }): void {
    this.#listeners.set(call, { ...to, ssrc: Math.floor(Math.random() * 2 ** 32), frame: 0 });
  }

  leave(call: object): void {
    this.#listeners.delete(call);
  }

  close(): void {
    clearInterval(this.#timer);
    this.#socket.close();
  }

  #send(): void {
    for (const listener of this.#listeners.values()) {
      listener.frame += 1;
      // RFC 3550, section 5.1: version 2, payload type 0 (PCMU).
      const packet = Buffer.alloc(12 + FRAME_SAMPLES);
      packet[0] = 0x80;
      packet.writeUInt16BE(listener.frame & 0xffff, 2);
      packet.writeUInt32BE((listener.frame * FRAME_SAMPLES) >>> 0, 4);
      packet.writeUInt32BE(listener.ssrc, 8);
      SILENT_FRAME.copy(packet, 12);
      this.#socket.send(packet, listener.port, listener.host);
    }
  }
}
