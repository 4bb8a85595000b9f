import { OPENERS } from '../agent/sentences.ts';
import { type CaseView, framesIn } from './case-view.ts';
import { type Speech, tokensOf } from './speech.ts';
import { msOf, samplesOf, type Verdict } from './verdict.ts';

type Judged = Pick<Verdict, 'outcome' | 'reason' | 'figures'>;

/** A click, or the end of a frame. */
const SLIP_MS = 40;
const LONGEST_RESPONSE_MS = 5000;
/** What is at hand is served when its first frame is sent, which counts from the frame's beginning. */
const SERVED_LATE_MS = 40;
/** An agent that was still speaking by itself. */
const QUIET_BEFORE_MS = 300;

/** Whether the agent lets the caller finish, and how soon it replies. */
export function judgeFloor(view: CaseView): Judged {
  const before = framesIn(view, view.onset - samplesOf(QUIET_BEFORE_MS), view.onset);
  if (before.some(({ isSounding }) => isSounding))
    return { outcome: 'void', reason: 'the agent was speaking', figures: {} };
  const within = framesIn(view, view.onset, view.end).filter(({ isSounding }) => isSounding);
  if (within.length * 20 > SLIP_MS) {
    const atMs = Math.round(msOf(within[0]!.at - view.onset));
    const reason = `began to speak ${atMs} ms after the onset, of ${Math.round(msOf(view.end - view.onset))}`;
    return { outcome: 'failed', reason, figures: {} };
  }
  const first = framesIn(view, view.end - 160, view.next).find(({ isSounding }) => isSounding);
  const response = first ? Math.max(0, msOf(first.at - view.end)) : Number.POSITIVE_INFINITY;
  if (view.testCase.expects === 'wait') return { outcome: 'passed', reason: '', figures: {} };
  if (response > LONGEST_RESPONSE_MS) return { outcome: 'failed', reason: 'did not reply', figures: {} };
  const figure = isOpened(view) ? 'openedResponse' : 'unopenedResponse';
  return { outcome: 'passed', reason: '', figures: { response, [figure]: response } };
}

/** The reply begins with what replies often begin with: the one that was served last before it was heard. */
function isOpened(view: CaseView): boolean {
  const first = framesIn(view, view.end - 160, view.next).find(({ isSounding }) => isSounding);
  const isHeard = ({ reply, servedAt }: Speech): boolean =>
    first !== undefined && reply !== null && servedAt <= first.at + samplesOf(SERVED_LATE_MS);
  const words = view.speeches.findLast(isHeard)?.words ?? [];
  const isAt = (token: string, at: number): boolean => tokensOf(words[at]?.text ?? '')[0] === token;
  return OPENERS.some((opener) => tokensOf(opener).every(isAt));
}
