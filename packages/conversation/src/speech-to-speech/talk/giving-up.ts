import type { FailureReason } from '../../conversation-event.ts';
import { apologize, fallSilent } from './floor.ts';
import { withKey } from './pressed-keys.ts';
import type { HandOver } from './talk-effect.ts';
import type { HandingOver } from './talk-phase.ts';
import type { TalkSettings, TalkState } from './talk-state.ts';
import { chain, enter, type Handler, type Step, stay } from './talk-step.ts';

/** What the model has said and was not heard is not waited for any longer, where nothing of it sounds. */
const SOUNDLESS_MS = 2000;

interface Failed {
  endReason: FailureReason;
  atMs: number;
}

/** Another kind of conversation goes on with the call: nothing happens any more here. */
export function handOver(state: TalkState, as: HandOver): Step {
  const isWaiting = state.awaited !== null && state.awaited.steps > 0;
  return chain(fallSilent(state, null), (silent) =>
    enter(silent, { name: 'ended' }, { type: 'hand_over', as, isWaiting }),
  );
}

/** Whether a model that was lost for that is lost to its vendor: a fault of our own would be met again. */
export const mayHandOver = ({ endReason }: Failed, settings: TalkSettings): boolean =>
  settings.hasSuccessor && endReason !== 'internal_error';

/** The model is lost: another kind of conversation goes on, where there is one, or an apology ends the call. */
export const giveUpAs =
  (as: HandOver): ((state: TalkState, failed: Failed, settings: TalkSettings) => Step) =>
  (state, failed, settings) =>
    mayHandOver(failed, settings) ? handOver(state, as) : apologize(state, failed, settings);

/** The model is lost in a conversation: what it has said already is heard out. */
export function giveUp(state: TalkState, failed: Failed, settings: TalkSettings): Step {
  if (!mayHandOver(failed, settings)) return apologize(state, failed, settings);
  const isOwed = state.awaited !== null;
  if (state.speech === 'none' || state.speech === 'starving') return handOver(state, isOwed ? 'owed' : 'listening');
  const { endReason, atMs } = failed;
  const phase: HandingOver = { name: 'handing_over', sinceMs: atMs, isOwed, failure: endReason };
  const closed = enter(state, phase, { type: 'close_session' });
  return state.phase.name === 'held' ? chain(closed, (next) => stay(next, { type: 'release_playout' })) : closed;
}

/** Another voice leaves the message, where there is one. */
export const giveUpAtBeep: Handler<'failed'> = (state, event, settings) =>
  settings.hasOtherVoice ? stay(state) : apologize(state, event, settings);

const handOverNow = (state: TalkState<HandingOver>): Step => handOver(state, state.phase.isOwed ? 'owed' : 'listening');

export const handOverWhenSaid: Handler<'all_said', HandingOver> = (state) =>
  chain(stay(state, { type: 'act' }), () => handOverNow(state));

export const handOverWhenSilent: Handler<'speech_changed', HandingOver> = (state, { speech }) =>
  speech === 'none' || speech === 'starving' ? handOverNow(state) : stay(state);

/** The caller talks into it, or nothing comes of it. */
export const judgeHandingOver: Handler<'time', HandingOver> = (state, { atMs }, { interruptionMs }) => {
  const { phase, voice, speech } = state;
  const isInterrupted = voice.active && atMs - Math.max(voice.onsetMs, phase.sinceMs) >= interruptionMs;
  const isSoundless = speech !== 'sounding' && atMs - phase.sinceMs >= SOUNDLESS_MS;
  return isInterrupted || isSoundless ? handOverNow(state) : stay(state);
};

export const handOverAtKey: Handler<'key', HandingOver> = (state, { digit, atMs }) =>
  handOverNow({ ...state, keys: withKey(state.keys, digit, atMs) });

/** Its results need a reply, by the conversation that takes over. */
export const owe: Handler<'tools_done', HandingOver> = (state, { followUp }) =>
  followUp ? enter(state, { ...state.phase, isOwed: true }) : stay(state);
