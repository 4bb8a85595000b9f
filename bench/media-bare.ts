// The bare loop of bench:media: what sockets, codec and recording of a call cost without anything else.
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import path from 'node:path';
import { decodeG711, encodeG711 } from '@parley/audio';

const FRAME_SAMPLES = 160;
const HEADER_BYTES = 12;
const FRAMES_A_WRITE = 100;

/** Echoes its caller: decodes what came last, records it, and sends it back. */
class BareCall {
  readonly #socket: Socket;
  readonly #file: WriteStream;
  readonly #heard = new Int16Array(FRAME_SAMPLES);
  readonly #packet = new Uint8Array(HEADER_BYTES + FRAME_SAMPLES);
  #recorded = new Int16Array(FRAMES_A_WRITE * FRAME_SAMPLES * 2);
  #frames = 0;
  #peerPort = 0;

  constructor(socket: Socket, location: string) {
    this.#socket = socket;
    this.#file = createWriteStream(location, { mode: 0o600 });
    socket.on('message', (datagram, from) => {
      this.#peerPort = from.port;
      decodeG711('PCMU', datagram.subarray(HEADER_BYTES, HEADER_BYTES + FRAME_SAMPLES), this.#heard);
    });
  }

  tick(): void {
    if (this.#peerPort === 0) return;
    encodeG711('PCMU', this.#heard, this.#packet.subarray(HEADER_BYTES));
    this.#packet[0] = 0x80;
    this.#socket.send(this.#packet, this.#peerPort, '127.0.0.1');
    const start = this.#frames * FRAME_SAMPLES * 2;
    for (let index = 0; index < FRAME_SAMPLES; index += 1) {
      this.#recorded[start + 2 * index] = this.#heard[index]!;
      this.#recorded[start + 2 * index + 1] = this.#heard[index]!;
    }
    this.#frames = (this.#frames + 1) % FRAMES_A_WRITE;
    if (this.#frames > 0) return;
    this.#file.write(new Uint8Array(this.#recorded.buffer));
    this.#recorded = new Int16Array(this.#recorded.length);
  }

  close(): void {
    this.#socket.close();
    this.#file.end();
  }
}

/** Opens the calls and ticks them, spread over 20 ms. */
export async function startBareLoop(calls: number, directory: string) {
  const ports: number[] = [];
  const opened: BareCall[] = [];
  for (let index = 0; index < calls; index += 1) {
    const socket = createSocket({ type: 'udp4', lookup: (host, _options, done) => done(null, host, 4) });
    // Before bind: with a lookup that answers at once, the event comes within it.
    const listening = once(socket, 'listening');
    socket.bind(0, '127.0.0.1');
    await listening;
    ports.push(socket.address().port);
    opened.push(new BareCall(socket, path.join(directory, `${index}.pcm`)));
  }
  let slot = Math.floor(performance.now() / 2);
  const serve = () => {
    for (; slot * 2 <= performance.now(); slot += 1)
      for (let index = slot % 10; index < calls; index += 10) opened[index]!.tick();
    timer = setTimeout(serve, Math.max(0, slot * 2 - performance.now()));
  };
  let timer = setTimeout(serve, 2);
  return {
    ports,
    close() {
      clearTimeout(timer);
      for (const call of opened) call.close();
    },
  };
}
