import { once } from 'node:events';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { FRAME_SAMPLES } from '@parley/audio';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FrameEndpoint } from './frame-endpoint.ts';

let far: MessagePort;
let endpoint: FrameEndpoint;
const faults: unknown[] = [];

beforeEach(() => {
  const { port1, port2 } = new MessageChannel();
  far = port1;
  endpoint = new FrameEndpoint({
    port: port2,
    sampleRateHz: 16_000,
    within(work) {
      try {
        work();
      } catch (error) {
        faults.push(error);
      }
    },
  });
});

afterEach(() => {
  endpoint.close();
  far.close();
  expect(faults).toEqual([]);
});

const message = async () => (await once(far, 'message'))[0];

async function arrived(count: number): Promise<void> {
  while (endpoint.received < count) await new Promise((resolve) => setImmediate(resolve));
}

it('sends frames of the rate of the leg, silence as nothing', async () => {
  endpoint.send(new Int16Array(FRAME_SAMPLES).fill(500));
  expect((await message()).samples).toHaveLength(2 * FRAME_SAMPLES);
  endpoint.send(null);
  // What the resampler held back.
  expect((await message()).samples).not.toBeNull();
  endpoint.send(null);
  expect(await message()).toEqual({ type: 'frame', samples: null });
});

it('hears what has come although the thread had no time to listen', () => {
  for (let count = 0; count < 10; count += 1) far.postMessage(new Int16Array(160).fill(700));
  expect(endpoint.received).toBe(0);
  for (let tick = 0; tick < 4; tick += 1) expect(endpoint.pull()).not.toBeNull();
  expect(endpoint.received).toBe(10);
});

it('hears what comes over the port, and counts what is late', async () => {
  for (let count = 0; count < 100; count += 1) far.postMessage(new Int16Array(160).fill(700));
  await arrived(100);
  endpoint.pull();
  expect(endpoint.pull()!.at(-1)).toBe(700);
  const { packetsReceived, packetsLate } = endpoint.stats;
  expect(packetsReceived).toBe(100);
  expect(packetsLate).toBeGreaterThan(50);
});

it('clears both directions', async () => {
  for (let count = 0; count < 10; count += 1) far.postMessage(new Int16Array(160));
  await arrived(10);
  endpoint.clear();
  expect(endpoint.pull()).toBeNull();
  expect(await message()).toEqual({ type: 'clear' });
});

it('hands on the keys that the agent presses', async () => {
  endpoint.sendDtmf('12');
  expect(await message()).toEqual({ type: 'digits', digits: '12' });
});

it('closes the port', async () => {
  const closed = once(far, 'close');
  endpoint.close();
  endpoint.send(null);
  await closed;
});

it('joins a call of another rate at that rate, also one that has it only with the answer', async () => {
  const { port1, port2 } = new MessageChannel();
  const call: { rateHz: 8000 | 16_000 } = { rateHz: 8000 };
  const listener = new FrameEndpoint({ port: port2, sampleRateHz: 8000, call, within: (work) => work() });
  call.rateHz = 16_000;
  listener.send(new Int16Array(320).fill(500));
  const [{ samples }] = await once(port1, 'message');
  expect(samples).toHaveLength(160);
  expect(listener.pull()).toBeNull();
  for (let count = 0; count < 6; count += 1) port1.postMessage(new Int16Array(80).fill(700));
  while (listener.received < 6) await new Promise((resolve) => setImmediate(resolve));
  expect(listener.pull()).toHaveLength(320);
  listener.close();
  port1.close();
});
