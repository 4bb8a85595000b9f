// npm run bench:turn-taking-table [-- --only 'LiveKit,built-in' --count 300 --fresh]: every run of the table in
// docs/turn-taking.md, and the table itself, which keeps what it has of runs that were not measured on this host. A run
// that was stopped goes on where it was, as long as the code is the same; --table writes the table alone.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { wordsToSpeak } from './turn-taking/agent/agent-voice.ts';
import { GREETING, QUESTIONS, STATEMENTS } from './turn-taking/agent/sentences.ts';
import { callPlans, speechOf } from './turn-taking/cases/call-plans.ts';
import { casesOf } from './turn-taking/cases/case-list.ts';
import { Draw } from './turn-taking/cases/draw.ts';
import type { CaseSet } from './turn-taking/cases/test-case.ts';
import { runFast } from './turn-taking/fast-driver.ts';
import { ClipStore } from './turn-taking/stimuli/clip-store.ts';
import { figureTables } from './turn-taking/table/figure-tables.ts';
import { withKept } from './turn-taking/table/kept-columns.ts';
import { RunStore, type StoredRun } from './turn-taking/table/run-store.ts';
import { RUNS, type Run } from './turn-taking/table/runs.ts';
import { tablesIn, tablesText } from './turn-taking/table/tables.ts';
import { writeWorst } from './turn-taking/table/worst-audio.ts';

const { values } = parseArgs({
  options: {
    /** Names of runs, with commas; all where it is left out. */
    only: { type: 'string' },
    /** Cases of each class; a third of them is never shown. */
    count: { type: 'string', default: '300' },
    processes: { type: 'string', default: String(availableParallelism()) },
    /** Forgets what these runs have measured. */
    fresh: { type: 'boolean', default: false },
    /** Measures nothing. */
    table: { type: 'boolean', default: false },
  },
});
const DOCUMENT = fileURLToPath(new URL('../docs/turn-taking.md', import.meta.url));
/** Of the document, by the names of their markers. */
const TABLES = [
  ['figures', 'measured'],
  ['people', 'people'],
  ['languages', 'languages'],
] as const;
const say = (line: string): void => void process.stderr.write(`${line}\n`);

const git = (...words: string[]): string => execFileSync('git', words).toString().trim();
const commit = git('rev-parse', '--short=8', 'HEAD');

const names = values.only?.split(',') ?? RUNS.map(({ name }) => name);
for (const name of names) if (!RUNS.some((run) => run.name === name)) throw new Error(`no run is called ${name}`);

if (!values.table) for (const run of RUNS) if (names.includes(run.name)) await measure(run);
writeTable();

/** Nothing that is measured, or measures, has changed. */
function isUnchangedSince(before: string): boolean {
  const measured = ['packages', 'bench/turn-taking', 'bench/media-time'];
  return spawnSync('git', ['diff', '--quiet', before, commit, '--', ...measured]).status === 0;
}

async function measure({ name, subject, recognizer, delays, line, set, classes, casesEach }: Run): Promise<void> {
  const cases = classes.flatMap((each) => casesOf(each, set, Number(values.count)));
  const plans = callPlans(cases, casesEach, set, line);
  ClipStore.prepare([...speechOf(plans), ...wordsToSpeak([GREETING, ...STATEMENTS, ...QUESTIONS])]);
  const stored = values.fresh ? null : RunStore.read(name);
  const isWhole = stored !== null && stored.scores.size >= stored.header.calls;
  if (isWhole) return say(`${name}: measured at ${stored.header.commit}`);
  const goesOn = stored !== null && stored.header.calls === plans.length && isUnchangedSince(stored.header.commit);
  const known = goesOn ? stored.scores : new Map();
  if (!goesOn) {
    const header = { name, commit, startedAt: new Date().toISOString(), load: loadavg()[0]!, calls: plans.length };
    RunStore.begin({ ...header, processors: availableParallelism() });
  }
  // Mixed, so that a run that is stopped has something of every class.
  const tasks = new Draw(name)
    .shuffled(plans)
    .filter(({ id }) => !known.has(id))
    .map((plan) => ({ plan, delays, recognizer, wavDirectory: RunStore.wavDirectory(name) }));
  let done = known.size;
  const startedMs = performance.now();
  await runFast(tasks, {
    subject,
    processes: Number(values.processes),
    onCall(score, { plan }) {
      RunStore.add(name, plan.id, score);
      done += 1;
      const spentS = (performance.now() - startedMs) / 1000;
      process.stderr.write(`\r${name}: ${done} of ${plans.length} calls, ${spentS.toFixed(0)} s `);
    },
  });
  say('');
}

function writeTable(): void {
  const runs = new Map(
    RUNS.flatMap(({ name }): [string, StoredRun][] => {
      const run = RunStore.read(name);
      return run ? [[name, run]] : [];
    }),
  );
  const ofSet = (set: CaseSet): Map<string, StoredRun> =>
    new Map([...runs].filter(([name]) => RUNS.some((run) => run.name === name && run.set === set)));
  const columns = RUNS.map(({ name }) => name);
  let document = readFileSync(DOCUMENT, 'utf8');
  for (const [name, set] of TABLES)
    document = rewritten(document, name, (before) =>
      tablesText(withKept(tablesIn(before), figureTables(ofSet(set)), columns)),
    );
  // What people said is not ours to publish.
  const ours = RUNS.filter(
    ({ subject, recognizer, set }) => subject === 'parley' && recognizer === 'truth' && set === 'measured',
  );
  const worstOf = ours.flatMap(({ name }) => runs.get(name) ?? []);
  if (worstOf.length === ours.length) document = rewritten(document, 'worst', () => writeWorst(worstOf));
  writeFileSync(DOCUMENT, document);
}

/** The document with other text between the markers of this name. */
function rewritten(document: string, name: string, textOf: (before: string) => string): string {
  const [begin, end] = [`<!-- ${name}: written by npm run bench:turn-taking-table -->`, `<!-- end of ${name} -->`];
  const [from, to] = [document.indexOf(begin) + begin.length, document.indexOf(end)];
  if (from < begin.length || to < from) throw new Error(`docs/turn-taking.md has no place for its ${name}`);
  return `${document.slice(0, from)}\n${textOf(document.slice(from, to))}\n${document.slice(to)}`;
}
