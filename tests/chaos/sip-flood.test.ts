import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Flood, type FloodOptions, type FloodReport } from '../flood/flood.ts';
import { freePort } from '../support/ports.ts';
import { Service } from '../support/service.ts';

/** Two floods in one test: what is measured is not what comes first, when code is compiled and buffers are made. */
const WARM_UP = { seconds: 0.5 };
const LARGE = { rate: 5000, bytes: 58_000, seconds: 2 };
const SMALL = { rate: 2500, bytes: 700, seconds: 2 };
/** All together get 10 responses a second, in each second that the flood touches. */
const MOST_RESPONSES = 10 * (LARGE.seconds + 1);
const MOST_TO_ONE = 2 * (LARGE.seconds + 1);

let service: Service;
let trunkPort: number;

beforeAll(async () => {
  trunkPort = await freePort();
  service = await Service.start({ PARLEY_SIP_TRUNK: `127.0.0.1:${trunkPort}` });
});

afterAll(() => service?.remove());

function rssMb(): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))![1]) / 1024;
}

async function flooded(options: Omit<FloodOptions, 'target'>): Promise<FloodReport> {
  const flood = await Flood.open({ target: service.address.sipPort, ...options });
  try {
    return await flood.run();
  } finally {
    await flood.close();
  }
}

/** The most that the flood adds to the memory of the service. */
async function growthMb(options: Omit<FloodOptions, 'target'>): Promise<number> {
  const before = rssMb();
  let worst = before;
  let running = true;
  const watching = (async () => {
    for (; running; await delay(20)) worst = Math.max(worst, rssMb());
  })();
  await flooded(options);
  running = false;
  await watching;
  return worst - before;
}

async function liveCall(): Promise<string> {
  const { body: agents } = await service.request('GET', '/agents');
  const { status, body } = await service.request('POST', '/call', {
    body: { agent_id: agents.data[0].agent_id, recipient_phone: '+12025550101', variables: { name: 'Ann' } },
  });
  expect(status).toBe(201);
  await service.callWhen(body.call_id, (call) => call.status === 'active');
  return body.call_id;
}

/** It was alive until now: what ends it is this. */
async function expectAlive(callId: string): Promise<void> {
  expect((await service.request('POST', `/calls/${callId}/hangup`)).status).toBe(200);
  expect(await service.callOver(callId)).toMatchObject({
    status: 'completed',
    end_reason: 'agent_hangup',
    ended_by: 'system',
  });
}

test('INVITEs of 58 kB, 5 000 a second, of untrusted sources leave no memory behind', async () => {
  await flooded({ ...LARGE, ...WARM_UP });
  expect(await growthMb({ ...LARGE, sources: 50 })).toBeLessThanOrEqual(20);
});

test('they draw a few small responses, and harm neither a live call nor the API', async () => {
  const callId = await liveCall();
  const health: number[] = [];
  const [many, one] = [await flooded({ ...LARGE, sources: 50 }), await flooded({ ...LARGE, sources: 1 })];
  for (const report of [many, one]) {
    expect(report.sent).toBeGreaterThan(1000);
    expect(Object.keys(report.statuses)).toEqual(['403']);
    expect(report.received).toBeLessThanOrEqual(MOST_RESPONSES);
    expect(report.mostToOneSource).toBeLessThanOrEqual(MOST_TO_ONE);
    expect(report.receivedBytes).toBeLessThan(report.received * 700);
  }
  const flood = flooded({ ...LARGE, sources: 50 });
  for (let probe = 0; probe < 20; probe += 1) {
    health.push((await fetch(`http://127.0.0.1:${service.address.port}/healthz`)).status);
    await delay(50);
  }
  await flood;
  expect(health).toEqual(Array(20).fill(200));
  await expectAlive(callId);
});

test('half-open INVITEs of the trunk are accepted, rejected or dropped, and harm no live call', async () => {
  const callId = await liveCall();
  const { sent, statuses } = await flooded({ ...SMALL, trunk: trunkPort });
  expect(sent).toBeGreaterThan(1000);
  expect(statuses['404']).toBeGreaterThan(0);
  expect(statuses['503']).toBeGreaterThan(0);
  expect(statuses['100']! + statuses['503']!).toBeLessThan(sent);
  await expectAlive(callId);
});
