import type { VoiceSpan } from '../../speaking/voice-span.ts';
import { callerSpan, converseFreely, fallSilent } from './floor.ts';
import { withKey } from './pressed-keys.ts';
import type { Conversing, Ending, EndingHeld, Held, LastWords, Speaking } from './talk-phase.ts';
import type { TalkState } from './talk-state.ts';
import { chain, enter, type Handler, type Step, stay } from './talk-step.ts';

const CALL_GOES_ON = 'The call was not ended: the caller went on talking.';
/** A key is pressed over whatever is being said. */
const ALWAYS: VoiceSpan = { onsetMs: 0, untilMs: Number.POSITIVE_INFINITY };

/** The caller has the floor. `unheardSinceMs`: the model has not heard why. */
function interrupt(state: TalkState, over: VoiceSpan, atMs: number, unheardSinceMs: number | null): Step {
  const wasEnding = state.phase.name === 'ending' || state.phase.name === 'ending_held';
  const free = chain(fallSilent(state, over), (next) => converseFreely(next, atMs, unheardSinceMs));
  if (!wasEnding) return free;
  return chain(free, (next) =>
    stay(
      next,
      { type: 'remember', text: CALL_GOES_ON },
      { type: 'answer_tools', wantsReply: false, instead: CALL_GOES_ON },
    ),
  );
}

/** The model has heard the caller over the agent's words. */
export const interruptByVoice: Handler<'caller_started', Conversing> = (state, { atMs }) =>
  interrupt(state, callerSpan(state, atMs), atMs, null);

export const interruptByKey: Handler<'key', Conversing> = (state, { digit, atMs }) =>
  interrupt({ ...state, keys: withKey(state.keys, digit, atMs) }, ALWAYS, atMs, null);

/** Last words are interrupted when they may be, and when there is anything to interrupt. */
const canInterrupt = ({ phase, speech }: TalkState<LastWords>): boolean =>
  phase.closing.interruptible && speech !== 'none';

export const interruptLastWords: Handler<'caller_started', LastWords> = (state, { atMs }) =>
  canInterrupt(state) ? interrupt(state, callerSpan(state, atMs), atMs, null) : stay(state);

export const interruptLastWordsByKey: Handler<'key', LastWords> = (state, { digit, atMs }) => {
  const pressed = { ...state, keys: withKey(state.keys, digit, atMs) };
  return canInterrupt(state) ? interrupt(pressed, ALWAYS, atMs, null) : stay(pressed);
};

export const hold: Handler<'voice_started', Speaking> = (state) =>
  state.speech === 'sounding' ? enter(state, { name: 'held' }, { type: 'hold_playout' }) : stay(state);

/** Too short for anything but a noise. */
export const release: Handler<'voice_stopped', Held> = (state) =>
  enter(state, { name: 'speaking' }, { type: 'release_playout' });

/** What was held will not be said after all. */
export const releaseNothing: Handler<'speech_changed', Held> = (state, { speech, atMs }) => {
  if (speech !== 'none') return stay(state);
  const listening = { name: 'listening', quietSinceMs: atMs, unheardSinceMs: null } as const;
  return enter(state, listening, { type: 'release_playout' });
};

export const holdLastWords: Handler<'voice_started', Ending> = (state) => {
  const { closing } = state.phase;
  if (!closing.interruptible || state.speech !== 'sounding') return stay(state);
  return enter(state, { name: 'ending_held', closing }, { type: 'hold_playout' });
};

export const releaseLastWords: Handler<'voice_stopped', EndingHeld> = (state) =>
  enter(state, { name: 'ending', closing: state.phase.closing }, { type: 'release_playout' });

/** A voice that is too long for a noise interrupts, whether the model has heard it or not. */
export const judgeHold: Handler<'time', Held | EndingHeld> = (state, { atMs }, { interruptionMs }) => {
  const { voice } = state;
  if (!voice.active || atMs - voice.onsetMs < interruptionMs) return stay(state);
  return interrupt(state, callerSpan(state, atMs), atMs, atMs);
};
