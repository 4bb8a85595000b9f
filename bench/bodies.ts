// How long /healthz takes while large bodies arrive: npm run bench:bodies
import { HealthProbe } from '../tests/support/health-probe.ts';
import { largeBodies } from '../tests/support/large-bodies.ts';
import { Service } from '../tests/support/service.ts';

const service = await Service.start({ PARLEY_LOG_LEVEL: 'error', PARLEY_CALLS_PER_MINUTE: '1000' });
try {
  const origin = new URL(service.baseUrl).origin;
  const { body: agents } = await service.request('GET', '/agents');
  console.log(`${'body'.padEnd(58)}  status  took ms  healthz p99 ms  slowest ms`);
  for (const { name, method, route, bytes } of largeBodies(agents.data[0].agent_id)) {
    const probe = await HealthProbe.start(origin);
    const startedMs = performance.now();
    const response = await fetch(`${service.baseUrl}${route}`, {
      method,
      headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
      body: bytes,
    });
    const text = await response.text();
    const tookMs = Math.round(performance.now() - startedMs);
    const { p99Ms, slowestMs } = await probe.stop();
    const figures = [String(response.status).padStart(6), String(tookMs).padStart(7), String(p99Ms).padStart(14)];
    console.log(`${name.padEnd(58)}  ${figures.join('  ')}  ${String(slowestMs).padStart(10)}`);
    if (process.argv.includes('--bodies')) console.log(`  ${text.slice(0, 200)}`);
  }
} finally {
  await service.remove();
}
