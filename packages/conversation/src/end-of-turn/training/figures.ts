import { logOddsOf, type Weights } from '../model.ts';
import { windowMs } from '../window.ts';
import type { Sample } from './samples.ts';

/** How well ends are distinguished from pauses, by samples outside the training set. */
export interface Figures {
  readonly ends: number;
  readonly pauses: number;
  /** Area under the curve of recall over false alarms: of an end and a pause, how often the end is the likelier. */
  readonly auc: number;
  /** Of finished sentences: the share that is answered after 320 ms of silence at most, and after 700. */
  readonly endsWithin320: number;
  readonly endsWithin700: number;
  /** Of pauses in open sentences: the share that a window of a second at least bridges. */
  readonly pausesOver1000: number;
  /** Of pauses in open sentences, if they last 300 to 900 ms, each as often: the share that is talked into. */
  readonly talkedInto: number;
  /** Where words might have been all: the window in the middle, in milliseconds. */
  readonly maybeMs: number;
}

export interface Scored {
  readonly sample: Sample;
  readonly logOdds: number;
  readonly windowMs: number;
}

const ENDPOINTING_MS = 600;

/** @param samples of the language of the weights */
export const scored = (samples: readonly Sample[], weights: Weights): Scored[] =>
  samples.map((sample) => windowed(sample, logOddsOf(sample.features, weights)));

export const windowed = (sample: Sample, logOdds: number): Scored => ({
  sample,
  logOdds,
  windowMs: windowMs(1 / (1 + Math.exp(-logOdds)), ENDPOINTING_MS),
});

export function figuresOf(all: readonly Scored[]): Figures {
  const of = (kind: string): Scored[] => all.filter(({ sample }) => sample.example.kind === kind);
  const [ends, pauses, maybe] = [of('end'), of('open'), of('maybe')];
  const share = (list: Scored[], holds: (scored: Scored) => number | boolean): number =>
    list.reduce((sum, one) => sum + Number(holds(one)), 0) / Math.max(1, list.length);
  return {
    ends: ends.length,
    pauses: pauses.length,
    auc: aucOf(ends, pauses),
    endsWithin320: share(ends, ({ windowMs: window }) => window <= 320),
    endsWithin700: share(ends, ({ windowMs: window }) => window <= 700),
    pausesOver1000: share(pauses, ({ windowMs: window }) => window >= 1000),
    talkedInto: share(pauses, ({ windowMs: window }) => Math.max(0, Math.min(1, (900 - window) / 600))),
    maybeMs: maybe.map(({ windowMs: window }) => window).sort((a, b) => a - b)[maybe.length >> 1] ?? 0,
  };
}

function aucOf(ends: readonly Scored[], pauses: readonly Scored[]): number {
  let wins = 0;
  for (const end of ends)
    for (const pause of pauses) wins += end.logOdds > pause.logOdds ? 1 : end.logOdds === pause.logOdds ? 0.5 : 0;
  return wins / Math.max(1, ends.length * pauses.length);
}
