import type { PlayedStimulus } from '../caller/played-stimulus.ts';
import type { TestCase } from '../cases/test-case.ts';
import type { ClipWord } from '../stimuli/speech-clip.ts';
import type { TrackFrame } from './agent-track.ts';
import type { Speech } from './speech.ts';
import { samplesOf } from './verdict.ts';

/** So long before a stimulus the agent was heard, if it was speaking. */
const JUST_BEFORE_MS = 1000;

/** What a judge looks at: a stimulus, and the agent's channel around it. */
export interface CaseView {
  testCase: TestCase;
  onset: number;
  end: number;
  words: readonly ClipWord[];
  /** Of the next sound of the caller; the end of the recording behind the last. */
  next: number;
  frames: readonly TrackFrame[];
  speeches: readonly Speech[];
}

export function viewOf(
  stimulus: PlayedStimulus & { testCase: TestCase },
  next: number,
  frames: readonly TrackFrame[],
  speeches: readonly Speech[],
): CaseView {
  return { ...stimulus, next, frames, speeches };
}

/** Frames that begin in [from, to). */
export const framesIn = ({ frames }: Pick<CaseView, 'frames'>, from: number, to: number): readonly TrackFrame[] =>
  frames.filter(({ at }) => at >= from && at < to);

/** The speech that the agent was in when the stimulus began; null when it was in none. */
export function speechAtOnset(view: CaseView): number | null {
  const before = framesIn(view, view.onset - samplesOf(JUST_BEFORE_MS), view.onset);
  return before.findLast(({ place }) => place !== null)?.place?.speech ?? null;
}

/** The frame is of the same reply as that speech. */
export function isOfReply({ place }: TrackFrame, { speeches }: CaseView, speech: number): boolean {
  if (!place) return false;
  const { reply } = speeches[speech]!;
  return place.speech === speech || (reply !== null && speeches[place.speech]!.reply === reply);
}

/** The reply was said to its end with this frame, its last pause aside. */
export function isEndOfReply({ place }: TrackFrame, { speeches }: CaseView): boolean {
  if (!place) return false;
  const { isWhole, words } = speeches[place.speech]!;
  return isWhole && place.position + samplesOf(40) >= words.at(-1)!.to;
}
