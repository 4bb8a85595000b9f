// npm run bench:calls [-- --calls 20]: calls at a time to the simulated phone, in one process, in real time.
// Prints how late frames left, the CPU of a call, and response times measured from the recorded sound.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { startApp } from '../server/src/app.ts';
import { readConfig } from '../server/src/start/config.ts';
import { freePort } from '../tests/support/ports.ts';
import { fetchWav, type Sound, stretchesOfSound } from '../tests/support/sound.ts';
import { cpuMsOf, modelProcessOf } from './model-process.ts';

const { values } = parseArgs({ options: { calls: { type: 'string', default: '20' } } });
const calls = Number(values.calls);
const say = (line: string) => process.stdout.write(`${line}\n`);

/** The phone runs in a process of its own, so that its CPU is not counted as Parley's. */
async function startPhone(port: number): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, ['packages/simulated-phone/src/main.ts', '--port', String(port), '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  await once(lines, 'line');
  return async () => {
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
  };
}

function percentile(sorted: number[], percent: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN;
}

/** From the end of each stretch of the caller's audio to the agent's next one, where the agent was silent before. */
function responsesMs(caller: Sound[], agent: Sound[]): number[] {
  return caller.flatMap((heard) => {
    const answer = agent.find((sound) => sound.startS >= heard.endS);
    const overlapped = agent.some((sound) => sound.startS < heard.endS && sound.endS > heard.endS);
    const cutShort = caller.some((other) => other.startS > heard.endS && answer && other.startS < answer.startS);
    return !answer || overlapped || cutShort ? [] : [(answer.startS - heard.endS) * 1000];
  });
}

const dataDir = await mkdtemp(path.join(tmpdir(), 'parley-bench-'));
const phonePort = await freePort();
const stopPhone = await startPhone(phonePort);
const config = readConfig({
  PORT: String(await freePort()),
  PARLEY_DATA_DIR: dataDir,
  PARLEY_SIP_PORT: String(await freePort()),
  PARLEY_PHONE_PORT: String(await freePort()),
  PARLEY_RTP_PORTS: '26000-26999',
  PARLEY_SIP_TRUNK: `127.0.0.1:${phonePort}`,
});
const app = await startApp(config, say);
try {
  const headers = { authorization: `Bearer ${app.firstAccount!.apiKey}`, 'content-type': 'application/json' };
  const api = async (method: string, route: string, body?: object): Promise<any> => {
    const response = await fetch(`${app.url}/v1${route}`, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return response.json();
  };
  const round = async (count: number): Promise<any[]> => {
    const placed = await Promise.all(
      Array.from({ length: count }, (_, index) =>
        api('POST', '/call', {
          agent_id: app.agent!.agentId,
          recipient_phone: `+1415555${String(1000 + index)}`,
          variables: { name: 'Maria Lopez' },
        }),
      ),
    );
    return Promise.all(
      placed.map(async ({ call_id: callId }) => {
        for (;;) {
          const call = await api('GET', `/calls/${callId}`);
          if (call.phase === 'ended') return call;
          await new Promise((resolve) => setTimeout(resolve, 500));
        }
      }),
    );
  };

  say('warming up with one call …');
  await round(1);
  await app.pacing();
  say(`${calls} calls at a time …`);
  const model = modelProcessOf(process.pid);
  const modelBeforeMs = model === null ? 0 : cpuMsOf(model);
  const cpuBefore = process.cpuUsage();
  const startedMs = performance.now();
  const ended = await round(calls);
  const cpu = process.cpuUsage(cpuBefore);
  const modelMs = model === null ? 0 : cpuMsOf(model) - modelBeforeMs;
  const wallMs = performance.now() - startedMs;
  const pacing = await app.pacing();

  const responses = (
    await Promise.all(
      ended
        .filter((call) => call.recording_stereo_url)
        .map(async (call) => {
          const wav = await fetchWav(call.recording_stereo_url);
          return responsesMs(stretchesOfSound(wav, 0), stretchesOfSound(wav, 1));
        }),
    )
  )
    .flat()
    .sort((a, b) => a - b);
  const talkedS = ended.reduce((sum, call) => sum + call.duration, 0);
  const cpuMs = (cpu.user + cpu.system) / 1000 + modelMs;
  const sent = pacing.reduce((sum, report) => sum + report.count, 0);
  const late = pacing.reduce((sum, report) => sum + report.over20, 0);
  say('');
  say(`machine             ${availableParallelism()} cores, ${cpus()[0]?.model ?? 'unknown'}`);
  say(
    `calls               ${calls} at a time, ${ended.filter((call) => call.status === 'completed').length} completed`,
  );
  say(`wall time           ${(wallMs / 1000).toFixed(1)} s, ${(talkedS / calls).toFixed(1)} s a call`);
  say(
    `CPU                 ${(cpuMs / calls).toFixed(0)} ms a call, ${(cpuMs / 10 / talkedS || 0).toFixed(1)} % of a core for each live call, speech included, ${((modelMs / cpuMs) * 100).toFixed(0)} % of it the model of any words`,
  );
  say(`RTP packets sent    ${sent}`);
  say(`over 20 ms late     ${late} (${((late / sent) * 1000).toFixed(2)} of a thousand)`);
  for (const [index, report] of pacing.entries()) {
    say(
      `  media thread ${index}    p50 ${report.p50Ms.toFixed(2)} ms, p99 ${report.p99Ms.toFixed(2)} ms, worst ${report.maxMs.toFixed(1)} ms`,
    );
  }
  say(
    `response            p50 ${percentile(responses, 50).toFixed(0)} ms, p95 ${percentile(responses, 95).toFixed(0)} ms of ${responses.length} turns (endpointing window 600 ms, measured from the sound)`,
  );
  const warned = ended.filter((call) => JSON.stringify(call).includes('built-in recognizer was up to'));
  say(`recognizer behind   over 1 s in ${warned.length} calls, which say so`);
} finally {
  await app.close();
  await stopPhone();
  await rm(dataDir, { recursive: true, force: true });
}
