// The other side of all calls of bench:media, in a process of its own: speaks in turns, over real RTP, 50 packets a second each.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { encodeG711 } from '@parley/audio';

const FRAME_SAMPLES = 160;
const HEADER_BYTES = 12;
/** A turn of the caller's begins so often; agents reply in between. */
const TURN_FRAMES = 400;

const [soundFile, ...ports] = process.argv.slice(2);
const pcm = await readFile(soundFile!);
const spoken = encodeG711('PCMU', new Int16Array(pcm.buffer, pcm.byteOffset, pcm.length / 2));
const silence = new Uint8Array(FRAME_SAMPLES).fill(0xff);

const socket = createSocket({
  type: 'udp4',
  recvBufferSize: 65_536,
  lookup: (host, _options, done) => done(null, host, 4),
});
// What comes back is not looked at; it costs this process alone.
socket.on('message', () => {});
const listening = once(socket, 'listening');
socket.bind(0, '127.0.0.1');
await listening;

const calls = ports.map((port, index) => {
  const packet = new Uint8Array(HEADER_BYTES + FRAME_SAMPLES);
  new DataView(packet.buffer).setUint32(8, index + 1);
  return {
    port: Number(port),
    packet,
    view: new DataView(packet.buffer),
    frame: (index * 37) % TURN_FRAMES,
    sequence: 0,
  };
});

function send(call: (typeof calls)[number]): void {
  const at = (call.frame % TURN_FRAMES) * FRAME_SAMPLES;
  const isSpeech = at + FRAME_SAMPLES <= Math.min(spoken.length, 100 * FRAME_SAMPLES);
  call.packet.set(isSpeech ? spoken.subarray(at, at + FRAME_SAMPLES) : silence, HEADER_BYTES);
  call.packet[0] = 0x80;
  call.view.setUint16(2, call.sequence & 0xffff);
  call.view.setUint32(4, (call.sequence * FRAME_SAMPLES) >>> 0);
  call.sequence += 1;
  call.frame += 1;
  socket.send(call.packet.slice(), call.port, '127.0.0.1');
}

let slot = Math.floor(performance.now() / 2);
const serve = (): void => {
  for (; slot * 2 <= performance.now(); slot += 1)
    for (let index = slot % 10; index < calls.length; index += 10) send(calls[index]!);
  setTimeout(serve, Math.max(0, slot * 2 - performance.now()));
};
serve();
process.send?.({ port: socket.address().port });
process.on('disconnect', () => process.exit());
