import { FRAME_SAMPLES } from '@parley/audio';
import type { TrackFrame } from './agent-track.ts';
import { type CaseView, framesIn, isEndOfReply, isOfReply, speechAtOnset } from './case-view.ts';
import { msOf, samplesOf, type Verdict } from './verdict.ts';

type Judged = Pick<Verdict, 'outcome' | 'reason' | 'figures'>;

const DROP_DB = -6;
/** A drop that lasts: a word's own valley does not. */
const DROP_LASTS_MS = 100;
/** Later than this the caller has been talked over. */
const LATEST_STOP_MS = 1500;
/** Who says "um" first may be let finish it. */
const LATEST_STOP_OF_SLOW_START_MS = 2500;
/** What slips out before the caller is done, and is no word. */
const SLIP_MS = 40;
/** The agent's own pauses between words are shorter. */
const SILENCE_MS = 200;
/** An agent that would have ended anyway has not yielded. */
const ENDS_ANYWAY_MS = 400;

/** Whether the agent gives the caller the floor, and how fast. */
export function judgeYield(view: CaseView): Judged {
  const { onset, end, testCase } = view;
  const speech = speechAtOnset(view);
  const ends = speech === null ? null : lastOf(view, speech);
  if (speech === null || ends === null) return { outcome: 'void', reason: 'the agent was not speaking', figures: {} };
  const lastWord = Math.max(0, msOf(ends.at + FRAME_SAMPLES - onset));
  const lastWordOfClaim = Math.max(0, lastWord - claimMs(view));
  const figures = { drop: dropMs(view), lastWord, lastWordOfClaim };
  if (isEndOfReply(ends, view)) {
    if (lastWord <= ENDS_ANYWAY_MS) return { outcome: 'void', reason: 'the agent had ended', figures: {} };
    return { outcome: 'failed', reason: `said all it had to say, ${Math.round(lastWord)} ms long`, figures };
  }
  const isSlow = testCase.sound.type === 'speech' && testCase.sound.parts.length > 1;
  const latest = isSlow ? LATEST_STOP_OF_SLOW_START_MS : LATEST_STOP_MS;
  if (lastWord > latest) return { outcome: 'failed', reason: `went on for ${Math.round(lastWord)} ms`, figures };
  const slipped = framesIn(view, ends.at + FRAME_SAMPLES, end).filter(({ isSounding }) => isSounding).length * 20;
  if (slipped > SLIP_MS)
    return { outcome: 'failed', reason: `spoke again before the caller was done: ${slipped} ms`, figures };
  return { outcome: 'passed', reason: '', figures };
}

/** How long after the onset the caller claims the floor. */
function claimMs({ testCase: { claimsLate, sound }, words, onset }: CaseView): number {
  if (!claimsLate || sound.type !== 'speech') return 0;
  return words[sound.parts[0]!.text.split(' ').length]!.startMs - msOf(onset);
}

/** The last frame of the reply that the agent was in, before the caller speaks again. */
function lastOf(view: CaseView, speech: number): TrackFrame | null {
  const sounding = framesIn(view, view.onset - samplesOf(1000), view.next).filter(({ isSounding }) => isSounding);
  const isOwn = (frame: TrackFrame): boolean => isOfReply(frame, view, speech);
  // What begins behind a silence and goes on as another reply is that reply, though its first word may be the one that
  // would have come next.
  const own = stretchesOf(sounding).filter(
    (stretch, index) => stretch.some(isOwn) && (index === 0 || isOwn(stretch.findLast(({ place }) => place !== null)!)),
  );
  const stretch = own.at(-1);
  if (!stretch) return null;
  // What goes on sounding there and can be placed nowhere fades out.
  const last = stretch.findLastIndex(isOwn);
  const other = stretch.findIndex(({ place }, index) => index > last && place !== null);
  return stretch.at(other < 0 ? -1 : other - 1)!;
}

/** Frames, apart by silences. */
function stretchesOf(sounding: readonly TrackFrame[]): TrackFrame[][] {
  const stretches: TrackFrame[][] = [];
  for (const frame of sounding) {
    const latest = stretches.at(-1);
    if (latest && frame.at - latest.at(-1)!.at <= samplesOf(SILENCE_MS)) latest.push(frame);
    else stretches.push([frame]);
  }
  return stretches;
}

/** From the onset until the agent is quieter by 6 dB, or silent, and stays so. */
function dropMs(view: CaseView): number {
  const frames = framesIn(view, view.onset - FRAME_SAMPLES, view.next);
  const lasting = DROP_LASTS_MS / 20;
  // Where what was served is silent there is nothing to be louder than.
  const isQuieter = ({ isSounding, gainDb, place }: TrackFrame): boolean =>
    !isSounding || (gainDb === null ? place !== null : gainDb <= DROP_DB);
  const first = frames.findIndex(
    (_, index) => index + lasting <= frames.length && frames.slice(index, index + lasting).every(isQuieter),
  );
  return first < 0 ? Number.POSITIVE_INFINITY : Math.max(0, msOf(frames[first]!.at - view.onset));
}
