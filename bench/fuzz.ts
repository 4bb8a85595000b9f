// npm run bench:fuzz [-- --datagrams 1000000 --seed 1 --calls 20]: mutated datagrams over the wire into a whole service in which
// calls are talked, beside the same time without: whether it lives, how long its signalling stalls, its memory, and the audio.
import dgram from 'node:dgram';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { mutate, seededRandom } from '@parley/sip/testing';
import { freePort } from '../tests/support/ports.ts';
import { Service } from '../tests/support/service.ts';
import { LiveCalls, type SoundReport } from './fuzz/live-calls.ts';
import { originalsFor } from './fuzz/originals.ts';
import { TrunkSocket } from './fuzz/trunk-socket.ts';
import { processMemory } from './process-memory.ts';

const { values } = parseArgs({
  options: {
    datagrams: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
    calls: { type: 'string', default: '20' },
  },
});
const datagrams = Number(values.datagrams);
const calls = Number(values.calls);
const random = seededRandom(Number(values.seed));
const say = (line: string) => process.stdout.write(`${line}\n`);

/** The number that a first start gives to its agent. */
const OUR_NUMBER = '+12025550150';
/** Between two looks at whether the service is still there: fewer than its socket holds. */
const DATAGRAMS_A_PROBE = 40;
/** A call of a caller who says nothing is ended by its agent after three minutes. */
const ROUND_MS = 100_000;
const QUIET_MS = 10_000;
const TRUSTED_SHARE = 0.8;
const WARM_UP_DATAGRAMS = 20_000;

interface Thread {
  cpuMs: number;
  stalls: number;
  delayP99Ms: number;
  delayWorstMs: number;
  heapMb: number;
}

const reportFile = path.join(tmpdir(), `parley-fuzz-${process.pid}.json`);
const trunkPort = await freePort();
const service = await Service.start({
  PARLEY_SIP_TRUNK: `127.0.0.1:${trunkPort}`,
  PARLEY_CONCURRENT_CALLS: String(2 * calls),
  PARLEY_LOG_LEVEL: 'fatal',
  NODE_OPTIONS: `--require ${fileURLToPath(new URL('fuzz/stalls.cjs', import.meta.url))}`,
  FUZZ_REPORT: reportFile,
});
const trunk = await TrunkSocket.open(trunkPort, service.address.sipPort);
const outsider = dgram.createSocket('udp4');
outsider.bind(0, '127.0.0.2');
await once(outsider, 'listening');
const live = new LiveCalls(trunk, service.address.sipPort, OUR_NUMBER);

/** Of the thread that signalling runs on, since the last time. */
async function readThread(): Promise<Thread> {
  rmSync(reportFile, { force: true });
  process.kill(service.pid, 'SIGUSR2');
  for (;;) {
    try {
      return JSON.parse(readFileSync(reportFile, 'utf8'));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      await delay(20);
    }
  }
}

/** As many as there is time for. */
async function send(most: number, limitMs: number): Promise<number> {
  const originals = originalsFor(live.callIds, trunkPort);
  const deadlineMs = performance.now() + limitMs;
  let sent = 0;
  while (sent < most && performance.now() < deadlineMs) {
    for (const until = Math.min(most, sent + DATAGRAMS_A_PROBE); sent < until; sent += 1) {
      const mutant = mutate(originals[Math.floor(random() * originals.length)]!, random);
      if (random() < TRUSTED_SHARE) trunk.send(mutant);
      else outsider.send(mutant, service.address.sipPort, '127.0.0.1');
    }
    await trunk.probe();
  }
  return sent;
}

function tell(name: string, seconds: number, thread: Thread, sound: SoundReport, placed: number): void {
  say('');
  say(name);
  say(
    `  signalling thread     busy for ${thread.cpuMs.toFixed(1)} ms of CPU at most, ${thread.stalls} times over 20 ms; by the clock late p99 ${thread.delayP99Ms.toFixed(1)} ms, worst ${thread.delayWorstMs.toFixed(1)} ms`,
  );
  say(
    `  sound of ${placed} calls     ${sound.packets} packets in ${seconds.toFixed(0)} s, ${sound.lost} lost, at most ${sound.longestGapMs} ms without; ${sound.ended} calls ended`,
  );
  say(
    `  memory                heap ${thread.heapMb.toFixed(1)} MB, service ${processMemory(service.pid).rssMb.toFixed(0)} MB (RSS)`,
  );
}

try {
  const { body } = await service.request('GET', '/agents');
  await service.request('PATCH', `/agents/${body.data[0].agent_id}`, {
    body: { turn_taking: { ...body.data[0].turn_taking, reminder_ms: 60_000, end_ms: 120_000 } },
  });
  await live.place(calls);
  await send(WARM_UP_DATAGRAMS, ROUND_MS);
  await readThread();
  live.measure();
  await delay(QUIET_MS);
  tell('Without a fuzzer', QUIET_MS / 1000, await readThread(), live.report(), calls);
  for (let done = 0; done < datagrams; ) {
    await live.hangUp();
    await live.place(calls);
    await readThread();
    live.measure();
    const startedMs = performance.now();
    const sent = await send(datagrams - done, ROUND_MS);
    const seconds = (performance.now() - startedMs) / 1000;
    done += sent;
    const name = `${sent} mutated datagrams, ${(sent / seconds).toFixed(0)} a second; ${done} of ${datagrams} so far`;
    tell(name, seconds, await readThread(), live.report(), calls);
  }
  await live.hangUp();
  say('');
  say(
    `The service ${service.isRunning ? 'lives' : 'HAS ENDED'}, and answers in ${(await trunk.probe()).toFixed(1)} ms.`,
  );
} finally {
  live.close();
  await trunk.close();
  outsider.close();
  await service.remove();
  rmSync(reportFile, { force: true });
}
