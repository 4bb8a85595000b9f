// npm run fuzz -- --requests 50000 [--seed N]
import { parseArgs } from 'node:util';
import { runCampaign } from './campaign.ts';
import { startFuzzedService } from './fuzzed-service.ts';

const { values } = parseArgs({ options: { requests: { type: 'string' }, seed: { type: 'string' } } });
const requests = Number(values.requests ?? 10_000);
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
if (!Number.isInteger(requests) || requests < 1 || !Number.isInteger(seed)) {
  throw new Error('--requests and --seed take whole numbers');
}

const PROGRESS_EVERY = 5000;

process.stdout.write(`fuzz: seed ${seed}, ${requests} requests\n`);
const { service, keys, agentIds } = await startFuzzedService(requests);
try {
  const startedMs = performance.now();
  const report = await runCampaign({
    port: service.address.port,
    keys,
    agentIds,
    seed,
    requests,
    onProgress: (done) => {
      if (done % PROGRESS_EVERY === 0) process.stdout.write(`fuzz: ${done}\n`);
    },
  });
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  const health = await fetch(`http://127.0.0.1:${service.address.port}/healthz`);
  process.stdout.write(`fuzz: ${report.requests} requests in ${seconds} s, answers by status:\n`);
  for (const [status, count] of Object.entries(report.answers)) process.stdout.write(`  ${status}  ${count}\n`);
  process.stdout.write(`fuzz: ${report.failures.length} failures, /healthz ${health.status}\n`);
  for (const failure of report.failures) process.stdout.write(`\n${failure}\n`);
  const errors = service.output.split('\n').filter((line) => /"level":[56]0/.test(line));
  process.stdout.write(`fuzz: ${errors.length} errors in the log of the service\n`);
  for (const line of errors.slice(-10)) process.stdout.write(`${line}\n`);
  process.exitCode = report.failures.length === 0 && errors.length === 0 && health.ok ? 0 : 1;
} finally {
  await service.remove();
}
