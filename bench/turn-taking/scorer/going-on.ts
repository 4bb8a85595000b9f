import { FRAME_MS } from '@parley/audio';
import { type CaseView, framesIn, isEndOfReply, isOfReply, speechAtOnset } from './case-view.ts';
import { msOf, samplesOf, type Verdict } from './verdict.ts';

type Judged = Pick<Verdict, 'outcome' | 'reason' | 'figures'>;

/** Late words of a recognizer have had their effect by then. */
const AFTERMATH_MS = 2500;
/** A longer silence is heard as one. */
const LONGEST_GAP_MS = 200;
/** What a fade takes away, or a frame's border. */
const UNHEARD_MS = 60;
/** As quiet as the agent may become while it listens. */
const DEEPEST_DUCK_DB = -13;
const DUCKED_TOO_LONG_MS = 100;

/** Whether the agent goes on as if nothing had been said. */
export function judgeGoingOn(view: CaseView): Judged {
  const speech = speechAtOnset(view);
  if (speech === null) return { outcome: 'void', reason: 'the agent was not speaking', figures: {} };
  const until = Math.min(view.end + samplesOf(AFTERMATH_MS), view.next);
  const frames = framesIn(view, view.onset, until);
  let [gapMs, longestGapMs, lost, repeated, duckedMs, strangeMs] = [0, 0, 0, 0, 0, 0];
  for (const frame of frames) {
    if (!frame.isSounding) {
      if (!frame.isOwnPause) gapMs += FRAME_MS;
      longestGapMs = Math.max(longestGapMs, gapMs);
      continue;
    }
    if (frame.place && !isOfReply(frame, view, speech)) {
      const what = view.speeches[frame.place.speech]!.reply === null ? 'said another line' : 'replied to it';
      return failed(`${what} ${Math.round(msOf(frame.at - view.onset))} ms after the onset`, longestGapMs);
    }
    gapMs = 0;
    if (!frame.place) strangeMs += FRAME_MS;
    if (frame.jump > 0) lost += frame.jump;
    else repeated -= frame.jump;
    if (frame.gainDb !== null && frame.gainDb < DEEPEST_DUCK_DB) duckedMs += FRAME_MS;
    if (isEndOfReply(frame, view)) {
      if (frame.at < view.end) return { outcome: 'void', reason: 'the agent had ended', figures: {} };
      break;
    }
  }
  if (strangeMs > UNHEARD_MS) return failed(`sent ${strangeMs} ms of sound that was never served`, longestGapMs);
  if (longestGapMs > LONGEST_GAP_MS) return failed(`fell silent for ${longestGapMs} ms`, longestGapMs);
  if (msOf(lost) > UNHEARD_MS) return failed(`left out ${Math.round(msOf(lost))} ms of its words`, longestGapMs);
  if (msOf(repeated) > UNHEARD_MS)
    return failed(`said ${Math.round(msOf(repeated))} ms of its words again`, longestGapMs);
  if (duckedMs > DUCKED_TOO_LONG_MS) return failed(`was hardly to be heard for ${duckedMs} ms`, longestGapMs);
  return { outcome: 'passed', reason: '', figures: { gap: longestGapMs } };
}

const failed = (reason: string, gap: number): Judged => ({ outcome: 'failed', reason, figures: { gap } });
