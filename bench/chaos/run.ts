import { fileURLToPath } from 'node:url';
import { mixedCallees } from './callees.ts';
import { gatherEvidence } from './evidence.ts';
import { Installation } from './installation.ts';
import { isAnyoneDialledTwice, judge } from './judge.ts';
import { type KillBudget, Killer } from './killer.ts';
import { Load } from './load.ts';
import { Random } from './random.ts';
import { type ChaosReport, type InstallationReport, merge, reportOf } from './report.ts';
import { type SettleLimits, settle } from './settle.ts';

export interface ChaosOptions {
  kills: number;
  /** After which no further kill begins. */
  seconds: number;
  /** Installations that are killed at the same time, each on its own. */
  fleets: number;
  seed: number;
  settle: SettleLimits;
  /** The negative control: every service commits too late, and the run ends when that was seen. */
  commitsLate?: boolean;
  /** Data directories stay when something was found. */
  keep?: boolean;
}

/** Small enough that callers come up against both. */
const LIMITS = { callsPerMinute: 150, concurrentCalls: 6 };
const FAILING_WEBHOOKS = 0.5;
const LATE_COMMIT = fileURLToPath(new URL('./late-commit.ts', import.meta.url));
const OPEN_QUESTIONS_LIMIT_MS = 60_000;
const PROGRESS_EVERY_MS = 30_000;

type Say = (line: string) => void;

/** Kills services and databases under load, and judges what all witnesses say in the end. */
export async function runChaos(options: ChaosOptions, say: Say = () => {}): Promise<ChaosReport> {
  const { kills, seconds, fleets, seed } = options;
  const random = new Random(seed);
  const begunMs = performance.now();
  say(`seed ${seed}: ${kills} kills, ${fleets} installations`);
  const budget: KillBudget = { left: kills, done: 0 };
  const ending = AbortSignal.timeout(seconds * 1000);
  const loads: Load[] = [];
  const progress = setInterval(() => {
    const accepted = loads.flatMap((load) => load.calls).filter(({ status }) => status === 201).length;
    const minutes = ((performance.now() - begunMs) / 60_000).toFixed(1);
    say(`${minutes} min: ${budget.done} of ${kills} kills, ${accepted} calls accepted`);
  }, PROGRESS_EVERY_MS);
  try {
    const outcomes = await Promise.allSettled(
      Array.from({ length: fleets }, (_, index) =>
        runOne({ options, random: random.fork(), index, budget, ending, loads, say }),
      ),
    );
    // One that could not go on ends the run, but not before the others have put away what is theirs.
    const reports = outcomes.map((outcome) => {
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value;
    });
    return merge(reports, (performance.now() - begunMs) / 1000);
  } finally {
    clearInterval(progress);
  }
}

async function runOne(run: {
  options: ChaosOptions;
  random: Random;
  index: number;
  budget: KillBudget;
  ending: AbortSignal;
  loads: Load[];
  say: Say;
}): Promise<InstallationReport> {
  const { options, random, index, budget, ending, loads, say } = run;
  const installation = await Installation.start({
    random,
    callees: mixedCallees(random.fork()),
    limits: LIMITS,
    failingWebhooks: FAILING_WEBHOOKS,
    ...(options.commitsLate ? { environment: { NODE_OPTIONS: `--import ${LATE_COMMIT}` } } : {}),
  });
  let found = true;
  try {
    const { client, agentId } = installation;
    const numberPrefix = `+4930${String(index).padStart(2, '0')}`;
    const load = new Load({ client, agentId, random: random.fork(), numberPrefix });
    loads.push(load);
    load.start();
    const killer = new Killer(installation, random.fork(), budget);
    const isCaught = () => options.commitsLate === true && isAnyoneDialledTwice(installation.farEnd.seen);
    await killer.run(() => ending.aborted || isCaught());
    await load.stop(OPEN_QUESTIONS_LIMIT_MS);
    const db = await installation.openDatabase();
    try {
      const unsettled = await settle(db, options.settle);
      const evidence = await gatherEvidence(installation, load, db);
      const violations = [...judge(evidence), ...killer.violations];
      installation.collectErrors();
      found = violations.length > 0;
      if (found && options.keep) say(`kept: ${installation.service.address.dataDir}`);
      return reportOf({ installation, killer, evidence, unsettled, violations });
    } finally {
      await db.close();
    }
  } finally {
    await installation.close(found && options.keep === true);
  }
}
