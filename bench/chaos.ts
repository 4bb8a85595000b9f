// npm run bench:chaos -- --kills 1000: service and database are killed at random under calls, batches, webhooks and
// hang-ups. Ends with 0 when nothing was found; with --negative-control when what was put in on purpose was found.
import { parseArgs } from 'node:util';
import { linesOf } from './chaos/report.ts';
import { runChaos } from './chaos/run.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '4200' },
    fleets: { type: 'string', default: '2' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    settle: { type: 'string', default: '600' },
    keep: { type: 'boolean', default: false },
    'negative-control': { type: 'boolean', default: false },
  },
});
const say = (line: string) => void process.stdout.write(`${line}\n`);

const report = await runChaos(
  {
    kills: Number(values.kills),
    seconds: Number(values.seconds),
    fleets: Number(values.fleets),
    seed: Number(values.seed),
    // Whoever was dialled twice is known at once.
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
