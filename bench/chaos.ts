// npm run bench:chaos -- --kills 1000: service and database are killed at random under calls, batches, webhooks and
// hang-ups. Ends with 0 when nothing was found; with --negative-control when what was put in on purpose was found.
// With --outage frozen|killed|exhausted --seconds 60: 20 calls in every state while the database is away.
import { parseArgs } from 'node:util';
import { runOutage } from './chaos/outage.ts';
import { outageKinds } from './chaos/outage-kinds.ts';
import { linesOf } from './chaos/report.ts';
import { runChaos } from './chaos/run.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    seconds: { type: 'string' },
    outage: { type: 'string' },
    fleets: { type: 'string', default: '2' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    settle: { type: 'string', default: '600' },
    keep: { type: 'boolean', default: false },
    'negative-control': { type: 'boolean', default: false },
  },
});
const say = (line: string) => void process.stdout.write(`${line}\n`);

if (values.outage !== undefined) {
  const kind = outageKinds.find((name) => name === values.outage);
  if (!kind) throw new Error(`--outage must be one of ${outageKinds.join(', ')}`);
  const outcome = await runOutage(kind, Number(values.seconds ?? 60), say);
  const { findings, ...figures } = outcome;
  say(JSON.stringify(figures, null, 2));
  for (const finding of findings) say(`FINDING ${finding}`);
  say(`${findings.length} findings`);
  process.exit(findings.length === 0 ? 0 : 1);
}

const report = await runChaos(
  {
    kills: Number(values.kills),
    seconds: Number(values.seconds ?? 4200),
    fleets: Number(values.fleets),
    seed: Number(values.seed),
    // A double dial is known at once.
    settle: values['negative-control'] ? { callsS: 0, jobsS: 0 } : { callsS: 300, jobsS: Number(values.settle) },
    keep: values.keep,
    commitsLate: values['negative-control'],
  },
  say,
);
for (const line of linesOf(report)) say(line);
const dialledTwice = report.violations.filter(({ fault }) => fault === 'dialled twice').length;
if (values['negative-control']) {
  say(
    dialledTwice > 0
      ? `the negative control was caught: ${dialledTwice} dialled twice`
      : 'THE NEGATIVE CONTROL WAS MISSED',
  );
  process.exit(dialledTwice > 0 ? 0 : 1);
}
process.exit(report.violations.length === 0 ? 0 : 1);
