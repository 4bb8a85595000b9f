import { windowMs } from '@parley/conversation/testing';

/** Before a silence: whether it was all, and the log odds of that. */
interface Judged {
  isEnd: boolean;
  logOdds: number;
}

/** What log odds are multiplied with, and what is added to them then. */
interface Calibration {
  factor: number;
  added: number;
}

const ENDPOINTING_MS = 600;
/** The turn machine waits neither shorter nor longer for what a recognizer of a closed vocabulary has heard. */
const SHORTEST_MS = 320;
const LONGEST_MS = 1000;
/** Pauses inside a sentence last as long. */
const PAUSES_MS = { from: 300, to: 900 };
const FACTORS = [0.7, 1, 1.5, 2, 3];
const STEP = 0.05;
const LARGEST = 4;

function waitMs(logOdds: number): number {
  const probability = 1 / (1 + Math.exp(-logOdds));
  return Math.max(SHORTEST_MS, Math.min(LONGEST_MS, windowMs(probability, ENDPOINTING_MS)));
}

/** The share of pauses that outlast the wait. */
const talkedInto = (ms: number): number =>
  Math.max(0, Math.min(1, (PAUSES_MS.to - ms) / (PAUSES_MS.to - PAUSES_MS.from)));

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function figures(judged: readonly Judged[], { factor, added }: Calibration) {
  const waits = (wanted: boolean): number[] =>
    judged.filter(({ isEnd }) => isEnd === wanted).map(({ logOdds }) => waitMs(logOdds * factor + added));
  const ends = waits(true).toSorted((a, b) => a - b);
  return {
    medianMs: ends[Math.floor(ends.length / 2)]!,
    meanMs: mean(ends),
    soon: ends.filter((ms) => ms <= 450).length / ends.length,
    talkedInto: mean(waits(false).map(talkedInto)),
  };
}

/** The mean wait behind ends as short as it can be while no more pauses are talked into than may be. */
export function calibrated(judged: readonly Judged[], mostTalkedInto: number): Calibration {
  let [best, bestMs] = [{ factor: 1, added: -LARGEST }, Number.POSITIVE_INFINITY];
  for (const factor of FACTORS)
    for (let added = LARGEST; added >= -LARGEST; added -= STEP) {
      const { talkedInto: share, meanMs } = figures(judged, { factor, added });
      if (share > mostTalkedInto) continue;
      if (meanMs < bestMs) [best, bestMs] = [{ factor, added }, meanMs];
      break;
    }
  return best;
}

export function figuresOf(judged: readonly Judged[], calibration: Calibration): string {
  const { medianMs, meanMs, soon, talkedInto: share } = figures(judged, calibration);
  const [ends, pauses] = [true, false].map((wanted) =>
    judged.filter(({ isEnd }) => isEnd === wanted).map(({ logOdds }) => logOdds),
  );
  const wins = ends!.reduce((sum, end) => sum + pauses!.filter((pause) => end > pause).length, 0);
  return (
    `area under the curve ${(wins / ends!.length / pauses!.length).toFixed(3)}, ends waited for ${medianMs.toFixed(0)} ms in the middle, ` +
    `${meanMs.toFixed(0)} ms in the mean, ${soon.toFixed(3)} of them up to 450 ms, ${share.toFixed(3)} of the pauses talked into`
  );
}
