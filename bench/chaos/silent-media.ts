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
  /** When it last sent sound; null: it has sent none. Milliseconds of performance.now(). */
  soundMs: number | null;
}

/** Of 160 samples; less is a click. */
const LOUD_SAMPLES = 8;
/** Of a sample in G.711: from 1/36 of the loudest up. */
const LOUD_SEGMENT = 3;
const isLoud = (byte: number) => ((~byte >> 4) & 0x07) >= LOUD_SEGMENT;
/** Longer than a gap in a word. */
const PAUSE_MS = 300;

/**
 * RTP without a voice for everyone who has answered, out of one socket: a call without any packet counts as broken. It hears
 * whether the other side speaks.
 */
export class SilentMedia {
  readonly #socket = dgram.createSocket('udp4');
  readonly #listeners = new Map<object, Listener>();
  readonly #timer: NodeJS.Timeout;

  private constructor() {
    this.#timer = setInterval(() => this.#send(), FRAME_MS);
    // A service that was killed has closed its ports.
    this.#socket.on('error', () => {});
    this.#socket.on('message', (packet, { port }) => this.#hear(packet, port));
  }

  static async open(): Promise<SilentMedia> {
    const media = new SilentMedia();
    await new Promise<void>((resolve) => media.#socket.bind(0, '127.0.0.1', resolve));
    return media;
  }

  get port(): number {
    return this.#socket.address().port;
  }

  join(call: object, to: { host: string; port: number }): void {
    this.#listeners.set(call, { ...to, ssrc: Math.floor(Math.random() * 2 ** 32), frame: 0, soundMs: null });
  }

  /** The other side has spoken, and is silent now. */
  hasHeard(call: object): boolean {
    const soundMs = this.#listeners.get(call)?.soundMs ?? null;
    return soundMs !== null && performance.now() - soundMs > PAUSE_MS;
  }

  leave(call: object): void {
    this.#listeners.delete(call);
  }

  close(): void {
    clearInterval(this.#timer);
    this.#socket.close();
  }

  #hear(packet: Buffer, port: number): void {
    if (packet.subarray(12).filter(isLoud).length < LOUD_SAMPLES) return;
    for (const listener of this.#listeners.values()) if (listener.port === port) listener.soundMs = performance.now();
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
