// npm test: everything. Further words go to vitest: npm test -- tests/journeys
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { install } from './install.mjs';
import { installPeers } from './peers.mjs';
import { shareOf } from './processor-shares.mjs';
import { compileCache, nodeBinary, root } from './runtime.mjs';

install('all');
const only = process.argv.slice(2);
const missing = installPeers();
for (const peer of missing) {
  process.stdout.write(`test: SKIPPED: ${peer.tests}: ${peer.command} is missing (Debian: ${peer.debianPackage})\n`);
}
if (missing.length > 0 && process.env.CI) {
  process.stdout.write('test: in CI nothing may be skipped\n');
  process.exit(1);
}

const env = {
  ...compileCache,
  ...process.env,
  PATH: `${path.dirname(nodeBinary())}${path.delimiter}${process.env.PATH}${path.delimiter}/usr/sbin`,
  PARLEY_MISSING_PEERS: missing.map((peer) => peer.command).join(','),
};
const vitest = path.join(root, 'node_modules', '.bin', 'vitest');
if (only.length > 0)
  process.exit(spawnSync(vitest, ['run', ...only], { cwd: root, stdio: 'inherit', env }).status ?? 1);

const processors = availableParallelism();
/** Each worker has ports of its own: tests/support/ports.ts. */
const MOST_WORKERS = 8;
const project = (name, workers, ...more) => [
  ...[vitest, 'run', '--project', name, ...more],
  `--maxWorkers=${Math.min(Math.ceil(workers), MOST_WORKERS)}`,
  // A project may be about nothing but a peer that is missing.
  ...(missing.length > 0 ? ['--passWithNoTests'] : []),
];

const reports = mkdtempSync(path.join(tmpdir(), 'parley-test-reports-'));
/** None where vitest did not come to write its report, or the error was in no test: then there is nothing to repeat. */
function failedFiles(report) {
  let results;
  try {
    results = JSON.parse(readFileSync(report, 'utf8')).testResults;
  } catch {
    return [];
  }
  return results.filter(({ status }) => status === 'failed').map(({ name }) => path.relative(root, name));
}

/** What lives in real time comes first wherever it wants a processor. */
const inTime = (name, ...commands) => ({ priority: shareOf(name, 100, 0), commands });
/** A part of `vendors`; which file is in which one follows from the files' names. */
const vendors = (part) => project('vendors', processors / 2, `--shard=${part}/4`);
/** Computes in what is left, however late. */
const computed = shareOf('computed', 1, 15);

/**
 * One stage after the other; the lanes of a stage at the same time, each one command after the other. All of it takes more of
 * two processors than it waits: more at a time would be no sooner through, and late for what it hears.
 */
const stages = [
  [
    // Of `vendors` as many as there are processors carry each other, and one of `alone`.
    inTime('alone', project('alone', 1), vendors(1)),
    inTime('vendors', vendors(2), vendors(3), vendors(4)),
    { priority: computed, commands: [[process.execPath, 'scripts/check.mjs'], project('pure', processors)] },
  ],
  // Starts processes, and waits for some of them no longer than a service would.
  [inTime('unit', project('unit', processors))],
  // Waits for the other side half of its time.
  [inTime('calls', project('calls', 2 * processors))],
  [
    // A call and its page at a time, which leave a processor to what is in no hurry.
    inTime('heard-in-browser', project('heard-in-browser', 1)),
    { priority: computed, commands: [project('interface', 2 * processors)] },
  ],
  [inTime('browser', project('browser', processors))],
  // Comes up against limits of a minute with thousands of requests.
  [inTime('limits', project('limits', 2 * processors))],
];

/** Vitest lists what failed at its end, below this line; for other commands the last lines say it. */
const FAILED_TESTS = /^.*⎯ Failed (?:Suites|Tests) /mu;
const LAST_LINES = 60;
function whatFailed(output) {
  const text = stripVTControlCharacters(output);
  const at = text.search(FAILED_TESTS);
  return at === -1 ? text.split('\n').slice(-LAST_LINES).join('\n') : text.slice(at);
}

/** One command; resolves with what it said of its failure, if it failed, and with the test files that did. */
async function run(words, environment, onOutput) {
  const report = path.join(reports, `${words.join(' ').replace(/\W+/g, '-').slice(-100)}.json`);
  const isVitest = words.includes(vitest);
  const [command, ...args] = isVitest
    ? [...words, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    : words;
  const child = spawn(command, args, { cwd: root, env: { ...env, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => {
      said.push(part);
      onOutput(part);
    });
  const [status] = await once(child, 'close');
  if (status === 0) return undefined;
  const output = whatFailed(Buffer.concat(said).toString('utf8'));
  return { words, output, files: isVitest ? failedFiles(report) : [] };
}

/** One after the other; resolves with those that failed. */
async function runAll(commands, environment, onOutput) {
  const failures = [];
  for (const words of commands) failures.push(await run(words, environment, onOutput));
  return failures.filter((failure) => failure !== undefined);
}

const show = (part) => process.stdout.write(part);
/** Resolves with those that failed, when all lanes are through. */
async function runStage(lanes) {
  /** What a lane prints, until those before it are through: two at a time could not be read. */
  const held = lanes.map(() => []);
  let shown = 0;
  const running = lanes.map(({ priority, commands }, lane) =>
    runAll(
      commands.map((words) => [...priority, ...words]),
      { TEST_RUN: String(lane) },
      (part) => (lane <= shown ? show(part) : held[lane].push(part)),
    ),
  );
  const failures = [];
  for (const [lane, ended] of running.entries()) {
    shown = lane;
    for (const part of held[lane]) show(part);
    failures.push(...(await ended));
  }
  return failures;
}

const failures = [];
for (const lanes of stages) failures.push(...(await runStage(lanes)));

/**
 * What is red beside others and green by itself lacked time of the processor, which shared hosts do not
 * promise: it is named, and is a bug of the test. Many red files are not that, nor is a counterexample of a property.
 */
const MOST_FILES_AGAIN = 20;
const COUNTEREXAMPLE = 'Property failed after';
const ITSELF = shareOf('again', 100, 0);
const isRepeated = failures.flatMap(({ files }) => files).length <= MOST_FILES_AGAIN;

/** Each of its files by itself: of those that are red again it says why they were then. */
async function repeat(failure) {
  const projects = failure.words.filter((_, at, words) => words[at - 1] === '--project');
  const red = [];
  for (const file of failure.files) {
    show(`\ntest: red, now by itself: ${file}\n`);
    const words = [...ITSELF, vitest, 'run', ...projects.flatMap((name) => ['--project', name]), file];
    const again = await run(words, { TEST_RUN: '0' }, show);
    if (again !== undefined) red.push({ file, output: again.output });
  }
  if (red.length === 0) failure.isUnsteady = true;
  else
    Object.assign(failure, { files: red.map(({ file }) => file), output: red.map(({ output }) => output).join('\n') });
}

for (const failure of failures)
  if (isRepeated && failure.files.length > 0 && !failure.output.includes(COUNTEREXAMPLE)) await repeat(failure);

// Repeated at the end: above, it is between the thousands that passed. Last of all is what there is to repair.
const fails = (failure) => !failure.isUnsteady;
for (const failure of [...failures.filter(({ isUnsteady }) => isUnsteady), ...failures.filter(fails)]) {
  const { words, output, files, isUnsteady } = failure;
  const what = files.length > 0 ? files.join(' ') : words.join(' ');
  show(`\ntest: ${isUnsteady ? 'UNSTEADY, green by itself' : 'FAILED'}: ${what}\n${output}\n`);
}
process.exitCode = failures.some(fails) ? 1 : 0;
