import type { PlayedStimulus } from '../caller/played-stimulus.ts';
import type { Expectation, TestCase } from '../cases/test-case.ts';
import type { RecordedCall } from '../recorded-call.ts';
import { trackAgent } from './agent-track.ts';
import { type CaseView, viewOf } from './case-view.ts';
import { judgeFloor } from './floor.ts';
import { judgeGoingOn } from './going-on.ts';
import { speechesOf } from './speech.ts';
import { type CutTurn, cutTurnsOf } from './transcript.ts';
import { msOf, type Verdict } from './verdict.ts';
import { judgeYield } from './yield.ts';

export interface CallScore {
  verdicts: Verdict[];
  cutTurns: CutTurn[];
  lengthMs: number;
}

const JUDGES: Record<Expectation, (view: CaseView) => Pick<Verdict, 'outcome' | 'reason' | 'figures'>> = {
  yield: judgeYield,
  go_on: judgeGoingOn,
  wait: judgeFloor,
  reply: judgeFloor,
};

/** Judges every case of a call by its recording and what is known of the sounds in it. */
export function scoreCall(call: RecordedCall): CallScore {
  const speeches = speechesOf(call.clauses, call.replies);
  const frames = trackAgent(call.agent, speeches);
  const verdicts = call.stimuli.filter(hasCase).map((stimulus) => {
    const next = call.stimuli.find(({ onset }) => onset > stimulus.onset)?.onset ?? call.agent.length;
    const { testCase, onset } = stimulus;
    const judged = JUDGES[testCase.expects](viewOf(stimulus, next, frames, speeches));
    return { testCase, callId: call.id, atMs: msOf(onset), ...judged };
  });
  return { verdicts, cutTurns: cutTurnsOf(call, frames, speeches), lengthMs: msOf(call.agent.length) };
}

const hasCase = (stimulus: PlayedStimulus): stimulus is PlayedStimulus & { testCase: TestCase } =>
  stimulus.testCase !== null;
