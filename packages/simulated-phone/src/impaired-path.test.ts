import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ImpairedPath } from './impaired-path.ts';
import type { NetworkImpairment } from './persona.ts';

const HOST = '127.0.0.1';
const PACKETS = 400;
const opened: { close(): void }[] = [];

afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

async function endpoint(): Promise<{ socket: Socket; received: number[] }> {
  const socket = createSocket('udp4');
  opened.push(socket);
  socket.bind(0, HOST);
  await once(socket, 'listening');
  const received: number[] = [];
  socket.on('message', (datagram) => received.push(datagram.readUInt16BE(0)));
  return { socket, received };
}

const address = (socket: Socket) => ({ address: HOST, port: socket.address().port });

function numbered(number: number): Buffer {
  const datagram = Buffer.alloc(2);
  datagram.writeUInt16BE(number);
  return datagram;
}

interface Line {
  received: number[];
  send(number: number): Promise<void>;
}

async function open(impairment: NetworkImpairment): Promise<Line> {
  const [phone, peer] = await Promise.all([endpoint(), endpoint()]);
  const path = await ImpairedPath.open(HOST, 0, impairment);
  opened.push(path);
  path.connect(address(phone.socket), address(peer.socket));
  const send = (number: number) =>
    new Promise<void>((sent) => phone.socket.send(numbered(number), path.port, HOST, () => setImmediate(sent)));
  return { received: peer.received, send };
}

/** Which of the packets arrive that are sent over a path without delay. */
async function survivors(lossRate: number, seed: number): Promise<number[]> {
  const { received, send } = await open({ lossRate, jitterMs: 0, seed });
  for (let number = 0; number < PACKETS; number++) await send(number);
  // Nothing overtakes anything here: one that arrives later says that all before it have passed.
  for (let later = PACKETS; !received.some((number) => number >= PACKETS); later++) await send(later);
  return received.filter((number) => number < PACKETS);
}

describe('ImpairedPath', () => {
  it('loses about its share, the same packets each time', async () => {
    const first = await survivors(0.05, 112);
    expect(await survivors(0.05, 112)).toEqual(first);
    expect(first.length).toBeGreaterThan(PACKETS * 0.91);
    expect(first.length).toBeLessThan(PACKETS * 0.99);
    expect(await survivors(0.05, 7)).not.toEqual(first);
  });

  it('lets packets overtake each other, and loses none where no loss is set', async () => {
    const { received, send } = await open({ lossRate: 0, jitterMs: 60, seed: 1 });
    for (let number = 0; number < PACKETS; number++) await send(number);
    await vi.waitFor(() => expect(received).toHaveLength(PACKETS), 10_000);
    expect(received).not.toEqual(received.toSorted((a, b) => a - b));
    expect(new Set(received).size).toBe(PACKETS);
  });

  it('passes on what the peer sends', async () => {
    const [phone, peer] = await Promise.all([endpoint(), endpoint()]);
    const path = await ImpairedPath.open(HOST, 0, { lossRate: 1, jitterMs: 60, seed: 1 });
    opened.push(path);
    path.connect(address(phone.socket), address(peer.socket));
    peer.socket.send(numbered(5), path.port, HOST);
    await once(phone.socket, 'message');
    expect(phone.received).toEqual([5]);
  });

  it('may be closed twice, with packets under way', async () => {
    const [phone, peer] = await Promise.all([endpoint(), endpoint()]);
    const path = await ImpairedPath.open(HOST, 0, { lossRate: 0, jitterMs: 10_000, seed: 1 });
    path.connect(address(phone.socket), address(peer.socket));
    phone.socket.send(numbered(5), path.port, HOST);
    peer.socket.send(numbered(6), path.port, HOST);
    await once(phone.socket, 'message');
    path.close();
    path.close();
    expect(peer.received).toEqual([]);
  });
});
