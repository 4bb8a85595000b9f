import { once } from 'node:events';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { FrameMessage } from '../../media/frame-message.ts';
import { SoundPipe } from './sound-pipe.ts';

const BYTES_A_FRAME = 320;

/** A socket whose client reads only on command. */
class SlowSocket {
  bufferedAmount = 0;
  readonly sent: Uint8Array[] = [];

  send(data: Uint8Array): void {
    this.sent.push(data);
    this.bufferedAmount += data.length;
  }
}

let socket: SlowSocket;
let pipe: SoundPipe;
let digits: string[];
let clears: number;

beforeEach(() => {
  socket = new SlowSocket();
  digits = [];
  clears = 0;
  pipe = new SoundPipe({
    socket,
    sampleRateHz: 16_000,
    onClear: () => {
      clears += 1;
    },
    onDigits: (pressed) => digits.push(pressed),
  });
});

afterEach(() => {
  pipe.close();
  pipe.frames.port.close();
});

/** As the media thread sends it; resolves when all of it has been dealt with. */
async function fromThread(...messages: FrameMessage[]): Promise<void> {
  for (const message of messages) pipe.frames.port.postMessage(message);
  const before = digits.length;
  pipe.frames.port.postMessage({ type: 'digits', digits: '#' } satisfies FrameMessage);
  while (digits.length === before) await new Promise((resolve) => setImmediate(resolve));
}

const frame = (value: number): FrameMessage => ({ type: 'frame', samples: new Int16Array(320).fill(value) });

it('sends frames of 10 ms, and nothing for silence', async () => {
  await fromThread(frame(5), { type: 'frame', samples: null });
  expect(socket.sent.map((data) => data.length)).toEqual([BYTES_A_FRAME, BYTES_A_FRAME]);
  expect(new Int16Array(socket.sent[1]!.slice().buffer)[0]).toBe(5);
});

it('drops the frames of a client that does not keep up, and goes on when it does', async () => {
  await fromThread(...Array.from({ length: 200 }, () => frame(1)));
  // 200 ms wait, and no more.
  expect(socket.bufferedAmount).toBeLessThanOrEqual(21 * BYTES_A_FRAME);
  expect(pipe.dropped).toBe(400 - socket.sent.length);
  socket.bufferedAmount = 0;
  await fromThread(frame(9));
  expect(new Int16Array(socket.sent.at(-1)!.slice().buffer)[0]).toBe(9);
});

it('hands on what is to be cleared, and keys', async () => {
  await fromThread({ type: 'clear' }, { type: 'digits', digits: '12' });
  expect(clears).toBe(1);
  expect(digits).toEqual(['12', '#']);
});

it('takes frames of 10 ms from the client at any offset in memory', async () => {
  const bytes = Buffer.alloc(BYTES_A_FRAME + 1);
  bytes.writeInt16LE(-7, 1);
  const heard = once(pipe.frames.port, 'message');
  expect(pipe.hear(bytes.subarray(1))).toBe(true);
  const [samples] = await heard;
  expect(samples).toHaveLength(160);
  expect(samples[0]).toBe(-7);
});

it.each([0, 1, 319, 321, 640])('refuses %i bytes', (length) => {
  expect(pipe.hear(Buffer.alloc(length))).toBe(false);
});

it('does not hear more than twice what can be said', async () => {
  let heard = 0;
  pipe.frames.port.on('message', () => {
    heard += 1;
  });
  for (let count = 0; count < 1000; count += 1) expect(pipe.hear(Buffer.alloc(BYTES_A_FRAME))).toBe(true);
  const closed = once(pipe.frames.port, 'close');
  pipe.close();
  await closed;
  // Its second may end in between.
  expect(heard).toBeGreaterThanOrEqual(200);
  expect(heard).toBeLessThanOrEqual(400);
});
