// npm run bench:flood [-- --rate 5000 --seconds 8]: what a flood of INVITEs does to a live call and to the API, beside the
// same without.

import dgram from 'node:dgram';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { MediaNegotiation, UserAgent } from '@parley/sip';
import { Flood, type FloodOptions, type FloodReport } from '../tests/flood/flood.ts';
import { freePort } from '../tests/support/ports.ts';
import { Service } from '../tests/support/service.ts';

const { values } = parseArgs({
  options: { rate: { type: 'string', default: '5000' }, seconds: { type: 'string', default: '8' } },
});
const [rate, seconds] = [Number(values.rate), Number(values.seconds)];
const say = (line: string) => process.stdout.write(`${line}\n`);
const TRUNK_NUMBER = '+14155550100';
const LARGE_BYTES = 58_000;
const SMALL_BYTES = 600;

function percentile(sorted: number[], percent: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN;
}

function rssMb(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;
}

/** The far end of the calls through the trunk: notes when packets come. */
class FarEnd {
  readonly arrivalsMs: number[] = [];
  lost = 0;
  readonly #rtp = dgram.createSocket('udp4');
  #agent!: UserAgent;

  async open(port: number): Promise<void> {
    this.#rtp.bind(0, '127.0.0.1');
    await once(this.#rtp, 'listening');
    this.#rtp.on('message', () => this.arrivalsMs.push(performance.now()));
    this.#agent = await UserAgent.start({
      host: '127.0.0.1',
      port,
      userAgentName: 'bench',
      onInvite: (call) => {
        const local = { address: '127.0.0.1', port: this.#rtp.address().port, sessionId: 1, codecs: ['PCMU'] as const };
        call.on((event) => {
          if (event.type === 'ended') this.lost += 1;
        });
        call.answer(new MediaNegotiation(local).answerTo(call.sdp ?? '').sdp);
      },
    });
  }

  gapsMs(): number[] {
    return this.arrivalsMs
      .slice(1)
      .map((ms, index) => ms - this.arrivalsMs[index]!)
      .sort((a, b) => a - b);
  }

  async close(): Promise<void> {
    await this.#agent.close();
    this.#rtp.close();
  }
}

class Probe {
  readonly healthMs: number[] = [];
  readonly placeMs: number[] = [];
  worstRssMb = 0;
  #running = true;
  readonly #loops: Promise<void>[];

  constructor(service: Service, agentId: string, pid: number) {
    this.#loops = [
      this.#every(50, () =>
        this.#time(this.healthMs, () =>
          fetch(`http://127.0.0.1:${service.address.port}/healthz`).then((response) => response.text()),
        ),
      ),
      this.#every(100, () =>
        this.#time(this.placeMs, () =>
          service.request('POST', '/call', {
            body: { agent_id: agentId, recipient_phone: '+12025550102', variables: { name: 'Ann' } },
          }),
        ),
      ),
      this.#every(20, async () => {
        this.worstRssMb = Math.max(this.worstRssMb, rssMb(pid));
      }),
    ];
  }

  async close(): Promise<void> {
    this.#running = false;
    await Promise.all(this.#loops);
    for (const times of [this.healthMs, this.placeMs]) times.sort((a, b) => a - b);
  }

  async #every(intervalMs: number, run: () => Promise<void>): Promise<void> {
    while (this.#running) {
      await run();
      await delay(intervalMs);
    }
  }

  async #time(times: number[], run: () => Promise<unknown>): Promise<void> {
    const startedMs = performance.now();
    await run();
    times.push(performance.now() - startedMs);
  }
}

const [trunkPort, relayPort] = [await freePort(), await freePort()];
const farEnd = new FarEnd();
await farEnd.open(relayPort);
const service = await Service.start({
  PARLEY_SIP_TRUNK: `127.0.0.1:${trunkPort}`,
  PARLEY_CALLS_PER_MINUTE: '100000',
  PARLEY_CONCURRENT_CALLS: '100',
});
/** Passes the trunk's calls on, also where nothing floods. */
async function measure(name: string, options: Partial<FloodOptions> | null): Promise<void> {
  const { body: agents } = await service.request('GET', '/agents');
  const agentId = agents.data[0].agent_id;
  const target = service.address.sipPort;
  const relay = await Flood.open({
    target,
    rate,
    seconds,
    bytes: SMALL_BYTES,
    trunk: trunkPort,
    relay: relayPort,
    to: '+14155550123',
  });
  const flood =
    options && options.bytes === LARGE_BYTES
      ? await Flood.open({ target, rate, seconds, bytes: LARGE_BYTES, ...options })
      : relay;
  try {
    farEnd.arrivalsMs.length = 0;
    farEnd.lost = 0;
    const placed = await service.request('POST', '/call', {
      body: { agent_id: agentId, recipient_phone: TRUNK_NUMBER, variables: { name: 'Ann' } },
    });
    while (farEnd.arrivalsMs.length < 100) await delay(50);
    farEnd.arrivalsMs.length = 0;
    const before = rssMb(service.pid);
    const probe = new Probe(service, agentId, service.pid);
    const report: FloodReport | null = options && (await flood.run());
    if (!options) await delay(seconds * 1000 + 2000);
    await probe.close();
    const gaps = farEnd.gapsMs();
    const { body: call } = await service.request('GET', `/calls/${placed.body.call_id}`);
    say('');
    say(name);
    say(
      `  packets of the call   p99 ${percentile(gaps, 99).toFixed(1)} ms apart, worst ${gaps.at(-1)?.toFixed(1)} ms, ${gaps.length}; the call is ${call.status}`,
    );
    say(
      `  /healthz              p99 ${percentile(probe.healthMs, 99).toFixed(1)} ms, worst ${probe.healthMs.at(-1)?.toFixed(1)} ms of ${probe.healthMs.length}`,
    );
    say(
      `  POST /v1/call         p50 ${percentile(probe.placeMs, 50).toFixed(1)} ms, p95 ${percentile(probe.placeMs, 95).toFixed(1)} ms of ${probe.placeMs.length}`,
    );
    say(`  memory (RSS)          ${before.toFixed(0)} MB, at most ${(probe.worstRssMb - before).toFixed(1)} MB more`);
    if (report) {
      say(
        `  flood                 ${report.sent} INVITEs, ${(report.sentBytes / 1e6).toFixed(1)} MB; ${report.received} responses, ${report.receivedBytes} bytes: ${JSON.stringify(report.statuses)}`,
      );
    }
    await service.request('POST', `/calls/${placed.body.call_id}/hangup`);
    await service.callOver(placed.body.call_id);
  } finally {
    if (flood !== relay) await flood.close();
    await relay.close();
  }
}

try {
  await measure('warming up', null);
  await measure('without a flood', null);
  await measure(`${rate} INVITEs of 58 kB a second of 50 untrusted sources`, { bytes: LARGE_BYTES, sources: 50 });
  await measure(`${rate} INVITEs of 58 kB a second of one untrusted source`, { bytes: LARGE_BYTES, sources: 1 });
  await measure(`${rate} INVITEs a second of the trunk, none of which it acknowledges`, {});
} finally {
  await service.remove();
  await farEnd.close();
}
