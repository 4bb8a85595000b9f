// The process of bench/sip/load.ts: a round of calls for each line on its standard input, and its report as a line.
import dgram from 'node:dgram';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { MediaNegotiation, UserAgent } from '@parley/sip';
import type { Round, RoundReport } from './load.ts';

const { values } = parseArgs({
  options: { target: { type: 'string' }, port: { type: 'string' }, number: { type: 'string' } },
});
const target = { protocol: 'udp', host: '127.0.0.1', port: Number(values.target) } as const;

/** Hears what the agents say, and lets it go. */
const rtp = dgram.createSocket('udp4').on('message', () => {});
rtp.bind(0, '127.0.0.1');
await once(rtp, 'listening');
const agent = await UserAgent.start({
  host: '127.0.0.1',
  port: Number(values.port),
  userAgentName: 'load',
  onInvite: (call) => call.reject(486),
});

/** Resolves with the time from INVITE to 200 when the call is over, or with how it failed. */
function call(index: number, holdMs: number): Promise<number | string> {
  const local = { address: '127.0.0.1', port: rtp.address().port, codecs: ['PCMU'] as const };
  const startedMs = performance.now();
  const placed = agent.invite({
    uri: `sip:${values.number}@127.0.0.1:${target.port}`,
    from: { uri: `sip:+1415${String(5_550_000 + (index % 100_000)).padStart(7, '0')}@127.0.0.1` },
    destination: target,
    sdp: new MediaNegotiation(local).offer(),
  });
  return new Promise((resolve) => {
    let setupMs: number | null = null;
    placed.on((event) => {
      if (event.type === 'answered') {
        setupMs = performance.now() - startedMs;
        void delay(holdMs).then(() => placed.hangUp());
      }
      if (event.type !== 'ended') return;
      const { cause } = event;
      const failure = 'status' in cause ? `${cause.kind} ${cause.status}` : cause.kind;
      if (setupMs === null) resolve(failure);
      else void placed.hangUp().then(() => resolve(setupMs!));
    });
  });
}

async function run({ calls, perSecond, concurrency, holdMs }: Round): Promise<RoundReport> {
  const setupMs: number[] = [];
  const failures: Record<string, number> = {};
  const startedMs = performance.now();
  const cpuBefore = process.cpuUsage();
  const live = new Set<Promise<void>>();
  for (let index = 0; index < calls; index += 1) {
    if (perSecond !== undefined) await delay(Math.max(0, startedMs + (index / perSecond) * 1000 - performance.now()));
    while (live.size >= concurrency) await Promise.race(live);
    const one = call(index, holdMs).then((result) => {
      if (typeof result === 'number') setupMs.push(result);
      else failures[result] = (failures[result] ?? 0) + 1;
      live.delete(one);
    });
    live.add(one);
  }
  await Promise.all(live);
  const { user, system } = process.cpuUsage(cpuBefore);
  return {
    completed: setupMs.length,
    failures,
    seconds: (performance.now() - startedMs) / 1000,
    setupMs: setupMs.sort((a, b) => a - b),
    cpuS: (user + system) / 1e6,
  };
}

process.stdout.write('ready\n');
for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await run(JSON.parse(line)))}\n`);
}
await agent.close();
rtp.close();
