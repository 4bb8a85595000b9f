// npm run bench:sip [-- --part stack|service|aborted --calls 2000 --per-second 100 --setups 100000]
// What calls over SIP cost, and what is left of those that are aborted. CPU is that of the threads and processes named, which
// other work on the host changes less than the time on the wall.
import { parseArgs } from 'node:util';
import { measureAborted, measureStack } from './sip/stack.ts';
import { type ServiceFigures, WholeService } from './sip/whole-service.ts';

const PARTS = ['stack', 'service', 'aborted'] as const;
const { values } = parseArgs({
  options: {
    part: { type: 'string', multiple: true, default: [...PARTS] },
    calls: { type: 'string', default: '2000' },
    'per-second': { type: 'string', default: '100' },
    setups: { type: 'string', default: '100000' },
  },
});
const calls = Number(values.calls);
const perSecond = Number(values['per-second']);
const setups = Number(values.setups);
const SETUPS_A_SECOND = 1500;
/** A service talks with those that it answers. */
const SETUPS_OF_SERVICE = 2000;
const SETUPS_A_SECOND_OF_SERVICE = 50;
const WARM_UP_CALLS = 200;
const say = (line: string) => process.stdout.write(`${line}\n`);

function percentile(sorted: readonly number[], percent: number): string {
  const value = sorted[Math.min(sorted.length - 1, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN;
  return `${value.toFixed(1)} ms`;
}

async function stack(): Promise<void> {
  const { round, cpuS } = await measureStack(calls * 5);
  const { completed, seconds, failures, setupMs } = round;
  say('');
  say('The stack alone, two user agents on loopback');
  say(
    `  calls                 ${completed} of ${calls * 5} ${JSON.stringify(failures)}, ${(completed / seconds).toFixed(0)} a second`,
  );
  say(
    `  CPU, callee           ${(cpuS / seconds).toFixed(2)} of a core, ${(completed / cpuS).toFixed(0)} calls a core-second`,
  );
  say(
    `  CPU, caller           ${(round.cpuS / seconds).toFixed(2)} of a core, ${(completed / round.cpuS).toFixed(0)} calls a core-second`,
  );
  say(`  INVITE to 200         p50 ${percentile(setupMs, 50)}, p99 ${percentile(setupMs, 99)}`);
}

function tell(title: string, { round, serviceMs, databaseMs, threads, commits }: ServiceFigures): void {
  const { completed, failures, seconds, setupMs } = round;
  const allMs = serviceMs + databaseMs;
  say('');
  say(title);
  say(`  calls                 ${completed} ${JSON.stringify(failures)}, ${(completed / seconds).toFixed(0)} a second`);
  say(`  INVITE to 200         p50 ${percentile(setupMs, 50)}, p99 ${percentile(setupMs, 99)}`);
  say(`  CPU a call            ${allMs.toFixed(2)} ms: two cores have ${(2000 / allMs).toFixed(0)} a second`);
  for (const { name, ms } of threads) say(`    ${name.padEnd(20)}${ms.toFixed(2)} ms`);
  say(`    ${'PostgreSQL'.padEnd(20)}${databaseMs.toFixed(2)} ms`);
  say(`  commits a call        ${commits.toFixed(1)}`);
}

async function service(): Promise<void> {
  const whole = await WholeService.start();
  try {
    await whole.measure(WARM_UP_CALLS);
    tell('The whole service, as many calls as it takes', await whole.measure(calls));
    tell(`The whole service, ${perSecond} calls a second`, await whole.measure(calls, perSecond));
  } finally {
    await whole.close();
  }
}

async function aborted(): Promise<void> {
  const { before, most, after, seconds, statuses } = await measureAborted(setups, SETUPS_A_SECOND);
  say('');
  say(
    `${setups} aborted set-ups of the stack, ${seconds.toFixed(0)} s until the last was over: ${JSON.stringify(statuses)}`,
  );
  say(
    `  transactions          ${before.transactions} before, at most ${most.transactions}, ${after.transactions} after`,
  );
  say(`  dialogs               ${before.dialogs} before, at most ${most.dialogs}, ${after.dialogs} after`);
  say(`  half-open connections ${before.connections} before, ${after.connections} after`);
  say(`  timers and sockets    ${JSON.stringify(before.resources)} before, ${JSON.stringify(after.resources)} after`);
  say(`  heap                  ${before.heapMb.toFixed(1)} MB before, ${after.heapMb.toFixed(1)} MB after`);
}

async function abortedAtService(): Promise<void> {
  const whole = await WholeService.start();
  try {
    await whole.measure(WARM_UP_CALLS);
    const { before, after, statuses } = await whole.abort(SETUPS_OF_SERVICE, SETUPS_A_SECOND_OF_SERVICE);
    say('');
    say(`${SETUPS_OF_SERVICE} aborted set-ups of the whole service: ${JSON.stringify(statuses)}`);
    say(`  files and sockets     ${before.files} before, ${after.files} after`);
    say(`  slots taken           ${before.slots} before, ${after.slots} after`);
    say(`  calls not over        ${before.calls} before, ${after.calls} after`);
    say(`  memory (RSS)          ${before.rssMb.toFixed(0)} MB before, ${after.rssMb.toFixed(0)} MB after`);
  } finally {
    await whole.close();
  }
}

if (values.part.includes('stack')) await stack();
if (values.part.includes('service')) await service();
if (values.part.includes('aborted')) {
  await aborted();
  await abortedAtService();
}
