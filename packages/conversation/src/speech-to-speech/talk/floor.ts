import type { FailureReason, HangupReason } from '../../conversation-event.ts';
import type { VoiceSpan } from '../../speaking/voice-span.ts';
import { awaitModel } from './awaited-model.ts';
import type { Words } from './talk-effect.ts';
import type { Closing, Phase } from './talk-phase.ts';
import type { TalkSettings, TalkState } from './talk-state.ts';
import { chain, enter, type Handler, type Step, stay } from './talk-step.ts';

/** A vendor's detector says so long after its beginning that it hears a voice. */
const VENDOR_ONSET_MS = 300;

/** The voice that the vendor hears; our own detector knows better when it began. */
export function callerSpan({ voice }: TalkState, atMs: number): VoiceSpan {
  const untilMs = Number.POSITIVE_INFINITY;
  if (voice.active) return { onsetMs: voice.onsetMs, untilMs };
  return { onsetMs: Math.max(voice.untilMs, atMs - VENDOR_ONSET_MS), untilMs };
}

/** The voice that the agent's words are stopped for, where there is one. */
const spokenOver = (state: TalkState, atMs: number): VoiceSpan | null =>
  state.voice.active ? callerSpan(state, atMs) : null;

/** Whatever was being said or done is over. Another phase has to follow. */
export const fallSilent = (state: TalkState, over: VoiceSpan | null): Step =>
  stay(
    { ...state, awaited: null, speech: 'none' },
    { type: 'call_off_tools' },
    { type: 'cancel_reply' },
    { type: 'drop_speech', over },
  );

export const listenOnly = (state: TalkState, only: boolean): Step =>
  state.listensOnly === only ? stay(state) : stay({ ...state, listensOnly: only }, { type: 'listen_only', only });

export const expectModel = <S extends TalkState>(state: S, atMs: number): S => ({
  ...state,
  awaited: awaitModel(state.awaited, atMs),
});

/** The model is to speak now. */
export const ask = (state: TalkState, hint: string | null, atMs: number): Step =>
  stay(expectModel(state, atMs), { type: 'reply', hint });

/** The model takes turns with the caller. */
export const converse = (state: TalkState, atMs: number, unheardSinceMs: number | null = null): Step => {
  const listening: Phase = { name: 'listening', quietSinceMs: atMs, unheardSinceMs };
  const phase: Phase = state.speech === 'none' ? listening : { name: 'speaking' };
  return enter(state, phase, { type: 'start_playout' });
};

/** The model takes turns with the caller again, by itself. */
export const converseFreely = (state: TalkState, atMs: number, unheardSinceMs: number | null = null): Step =>
  chain(converse(state, atMs, unheardSinceMs), (next) => listenOnly(next, false));

/** The model says this, or another voice where it cannot, and the call ends. */
export function sayLast(
  state: TalkState,
  words: Words,
  closing: { endReason: HangupReason; interruptible?: boolean },
  atMs: number,
): Step {
  const { endReason, interruptible = false } = closing;
  const silent = fallSilent(state, spokenOver(state, atMs));
  const toSay = chain(silent, (next) =>
    enter(
      expectModel(next, atMs),
      { name: 'ending', closing: { endReason, interruptible, words, failure: null } },
      { type: 'start_playout' },
    ),
  );
  return chain(
    chain(toSay, (next) => listenOnly(next, true)),
    (next) => stay(next, { type: 'say', words }),
  );
}

/** Another voice says this, behind whatever is being said. */
export const sayInOtherVoice = (state: TalkState, words: Words): Step =>
  stay({ ...state, speech: state.speech === 'none' ? 'waiting' : state.speech }, { type: 'say_in_other_voice', words });

/** Nothing is said or done any more. */
export const end: Handler<'hung_up'> = (state) =>
  chain(fallSilent(state, null), (silent) => enter(silent, { name: 'ended' }));

export const hangUp = (state: TalkState, endReason: HangupReason): Step =>
  chain(fallSilent(state, null), (silent) => enter(silent, { name: 'ended' }, { type: 'hang_up', endReason }));

/** The model is lost: another voice says so, and the call ends. */
export function apologize(
  state: TalkState,
  { endReason, atMs }: { endReason: FailureReason; atMs: number },
  { hasOtherVoice }: TalkSettings,
): Step {
  const silent = fallSilent(state, spokenOver(state, atMs));
  const closing: Closing = { endReason, interruptible: false, words: null, failure: endReason };
  const closed = chain(silent, (next) =>
    enter(next, { name: 'ending', closing }, { type: 'close_session' }, { type: 'start_playout' }),
  );
  return chain(closed, (next) =>
    hasOtherVoice ? sayInOtherVoice(next, { line: 'apology' }) : hangUp(next, endReason),
  );
}
