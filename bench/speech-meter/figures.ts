import type { HeardVoice } from './heard-voices.ts';

/** Where a verdict is asked for. */
const TIMES_MS = [200, 400, 700] as const;

/** What the meter said at a time after the onset, or at the end of a voice that was shorter. */
const verdictAt = ({ frames }: HeardVoice, timeMs: number): number =>
  (frames.find(({ sinceOnsetMs }) => sinceOnsetMs >= timeMs) ?? frames.at(-1)!).speech;

const percent = (share: number) => (Number.isNaN(share) ? '–' : `${(100 * share).toFixed(1)} %`).padStart(8);

interface Score {
  recall: number;
  falseAlarms: number;
  /** As if there were as much speech as other sounds. */
  precision: number;
}

function score(voices: readonly HeardVoice[], timeMs: number, threshold = 0.5): Score {
  const share = (isSpeech: boolean) => {
    const of = voices.filter(({ segment }) => segment.isSpeech === isSpeech);
    return of.filter((voice) => verdictAt(voice, timeMs) >= threshold).length / of.length;
  };
  const recall = share(true);
  const falseAlarms = share(false);
  return { recall, falseAlarms, precision: recall / (recall + falseAlarms) };
}

/** A table: how much of each kind is taken for speech, at each time. */
export function byKind(voices: readonly HeardVoice[]): string {
  const kinds = [...new Set(voices.map(({ segment }) => segment.kind))].sort();
  const rows = kinds.map((kind) => {
    const of = voices.filter(({ segment }) => segment.kind === kind);
    const shares = TIMES_MS.map((time) => of.filter((voice) => verdictAt(voice, time) >= 0.5).length / of.length);
    return `${kind.padEnd(22)}${`${of.length}`.padStart(6)}${shares.map(percent).join('')}`;
  });
  return [
    `${'taken for speech'.padEnd(22)}${'voices'.padStart(6)}${TIMES_MS.map((ms) => `${ms} ms`.padStart(8)).join('')}`,
    ...rows,
  ].join('\n');
}

export function summary(title: string, voices: readonly HeardVoice[]): string {
  const rows = TIMES_MS.map((time) => {
    const { recall, falseAlarms, precision } = score(voices, time);
    return `  ${`${time} ms`.padEnd(8)}recall${percent(recall)}  precision${percent(precision)}  false alarms${percent(falseAlarms)}`;
  });
  return [`${title} (${voices.length} voices)`, ...rows].join('\n');
}

/** Of all verdicts within a tenth, how many were speech: of a calibrated meter the same tenth. */
export function calibration(voices: readonly HeardVoice[], timeMs: number): string {
  return Array.from({ length: 10 }, (_, tenth) => {
    const of = voices.filter((voice) => Math.min(9, Math.floor(verdictAt(voice, timeMs) * 10)) === tenth);
    const share = of.filter(({ segment }) => segment.isSpeech).length / of.length;
    return `  0.${tenth}–${((tenth + 1) / 10).toFixed(1)}${`${of.length}`.padStart(7)} voices${percent(share)} speech`;
  }).join('\n');
}
