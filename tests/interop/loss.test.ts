import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Kamailio } from '../support/kamailio.ts';
import { lastingPort } from '../support/ports.ts';
import { Service } from '../support/service.ts';
import { Sipp } from '../support/sipp.ts';
import { patientCallee } from './callee.ts';
import { callerNumber, invite, isAnswered } from './caller.ts';
import { ends, expectAllWell, firstAgent, forEach, place } from './calls.ts';
import { describeWith } from './peers.ts';
import { isHungUp, scenario } from './scenario.ts';

const CALLS = 50;
const AT_ONCE = 16;
const LOSS = 0.1;

const preload = fileURLToPath(new URL('lossy-datagrams.cjs', import.meta.url));

/**
 * Parley ↔ Kamailio ↔ sipp, with one datagram in ten lost on its way into Parley and one in ten on its way out. sipp
 * takes messages in one order only, so a stateful proxy between them absorbs the retransmissions. By RFC 3261's
 * timers a transaction is tried seven times and more before it fails: 0.19^7, one in 100 000.
 */
describeWith(['sipp', 'kamailio'], 'over a network that loses one datagram in ten', () => {
  let directory: string;
  let sippPort: number;
  let trunkPort: number;
  let service: Service;
  let kamailio: Kamailio;
  let agentId: string;
  let sipp: Sipp | undefined;

  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'parley-loss-'));
    [trunkPort, sippPort] = [await lastingPort(), await lastingPort()];
    service = await Service.start({
      PARLEY_SIP_TRUNK: `127.0.0.1:${trunkPort}`,
      PARLEY_CONCURRENT_CALLS: String(CALLS),
      NODE_OPTIONS: `--require ${preload}`,
      LOSS: String(LOSS),
      LOSS_SEED: '7',
      LOSS_PORT: String(trunkPort),
      LOSS_REPORT: path.join(directory, 'loss.json'),
    });
    kamailio = await Kamailio.start(trunkPort, { inside: service.address.sipPort, outside: sippPort });
    agentId = await firstAgent(service);
  });

  afterEach(() => sipp?.close());

  afterAll(async () => {
    await kamailio?.close();
    await service?.remove();
    await rm(directory, { recursive: true, force: true });
  });

  test('50 outgoing calls are answered, and are hung up by the callee', async () => {
    sipp = await Sipp.start({ scenario: scenario('callee', patientCallee(1000)), port: sippPort, calls: CALLS });
    const numbers = Array.from({ length: CALLS }, (_, index) => `+${14_155_550_100 + index}`);
    const calls = await forEach(numbers, AT_ONCE, async (number) =>
      service.callOver(await place(service, agentId, number)),
    );
    expectAllWell(await sipp.finished(), CALLS);
    expect(ends(calls)).toEqual({ 'completed user_hangup': CALLS });
  });

  // Parley hangs up here. A caller who did might do so before its ACK has come through, and then the call was never answered.
  test('50 incoming calls are answered, and are hung up by Parley', async () => {
    await service.request('PATCH', `/agents/${agentId}`, { body: { max_duration: 1 } });
    sipp = await Sipp.start({
      scenario: scenario('caller', [invite(), isAnswered(), isHungUp()]),
      port: sippPort,
      calls: CALLS,
      peer: { port: trunkPort, number: '+12025550150', atOnce: AT_ONCE, perSecond: 10 },
    });
    expectAllWell(await sipp.finished(), CALLS);
    const { body } = await service.request('GET', '/calls?limit=100');
    const incoming = body.data.filter((call: any) => call.direction === 'inbound');
    const calls: any[] = await Promise.all(incoming.map((call: any) => service.callOver(call.call_id)));
    expect(ends(calls)).toEqual({ 'completed max_duration': CALLS });
    const callers = Array.from({ length: CALLS }, (_, index) => callerNumber(index + 1));
    expect(calls.map((call) => call.from_number).sort()).toEqual(callers.sort());
  });

  test('datagrams were lost indeed, in both directions', async () => {
    await service.stop();
    const counts = JSON.parse(await readFile(path.join(directory, 'loss.json'), 'utf8'));
    console.log(
      `lost ${counts.sentLost} of ${counts.sent} sent and ${counts.receivedLost} of ${counts.received} received`,
    );
    expect(counts.sentLost / counts.sent).toBeGreaterThan(LOSS / 3);
    expect(counts.receivedLost / counts.received).toBeGreaterThan(LOSS / 3);
  });
});
