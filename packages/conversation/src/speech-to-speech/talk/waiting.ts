import type { Waiting } from '../../turns/turn-effect.ts';
import { dueStep, FILL_MS, type WaitStep } from './awaited-model.ts';
import { ask, expectModel, sayInOtherVoice } from './floor.ts';
import { giveUp } from './giving-up.ts';
import type { Listening, Speaking } from './talk-phase.ts';
import type { TalkSettings, TalkState } from './talk-state.ts';
import { chain, type Handler, type Step, stay } from './talk-step.ts';

/** A voice that only our own detector has heard is none for the model: it has to be asked to go on. */
const UNHEARD_MS = 1500;
const ONLY_A_NOISE = 'You were interrupted by a noise: the caller has said nothing. Go on where you stopped.';

/** A model that should speak, or go on with its sentence, and does not. */
export const judgeModel: Handler<'time', Listening | Speaking> = (state, { atMs }, settings) => {
  if (state.tools.isTransfer) return stay(state);
  const starving = state.speech === 'starving' ? expectModel(state, atMs) : state;
  const due = stepOf(starving, atMs);
  if (!due) return stay(starving);
  return help({ ...starving, awaited: due.awaited }, due.step, atMs, settings);
};

function stepOf({ awaited, speech, voice }: TalkState, atMs: number) {
  if (!awaited) return null;
  // As long as the caller hears something, there is no pause to fill.
  if (awaited.steps === 0 && (speech === 'sounding' || speech === 'waiting')) return null;
  return dueStep(awaited, atMs, voice.active ? null : voice.untilMs);
}

function help(state: TalkState, step: WaitStep, atMs: number, settings: TalkSettings): Step {
  switch (step) {
    case 'fill':
      return fill(state, settings);
    case 'restart':
      return stay(state, { type: 'restart_session', reason: 'did not answer in time' });
    case 'reassure':
      return state.speech === 'none' && settings.whileWaiting !== 'silence'
        ? tellToWait(state, 'still_working', settings)
        : stay(state);
    case 'give_up':
      return chain(stay(state, { type: 'report_failure', failure: 'silent' }), (next) =>
        giveUp(next, { endReason: 'llm_error', atMs }, settings),
      );
  }
}

/** A sentence whose audio does not come will not go on. */
function fill(state: TalkState, settings: TalkSettings): Step {
  const cut = state.speech === 'starving' ? stay(state, { type: 'end_items' }) : stay(state);
  return chain(cut, (next) => tellToWait(next, 'one_moment', settings));
}

/** Whatever it is that the caller waits for. */
function tellToWait(state: TalkState, line: Waiting, { hasOtherVoice }: TalkSettings): Step {
  if (!hasOtherVoice) return stay(state);
  return sayInOtherVoice({ ...state, tools: { ...state.tools, unbridgedSinceMs: null } }, { line });
}

/** A tool that keeps the caller waiting. */
export const bridgeTools: Handler<'time', Listening> = (state, { atMs }, settings) => {
  const { tools, voice, speech } = state;
  const isSlow =
    tools.isRunning && !tools.isTransfer && tools.unbridgedSinceMs !== null && atMs - tools.unbridgedSinceMs >= FILL_MS;
  return isSlow && !voice.active && speech === 'none' ? tellToWait(state, 'one_moment', settings) : stay(state);
};

/** The agent fell silent for a voice that the model has not heard. */
export const judgeUnheard: Handler<'time', Listening> = (state, { atMs }) => {
  const { phase, voice } = state;
  if (phase.unheardSinceMs === null || voice.active || atMs - voice.untilMs < UNHEARD_MS) return stay(state);
  return ask({ ...state, phase: { ...phase, unheardSinceMs: null } }, ONLY_A_NOISE, atMs);
};

/** The model has heard the voice that our own detector heard. */
export const noteHeard: Handler<'caller_started', Listening> = (state) =>
  stay({ ...state, phase: { ...state.phase, unheardSinceMs: null } });
