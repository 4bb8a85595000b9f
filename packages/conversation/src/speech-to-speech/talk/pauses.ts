import { silenceVerdict } from '../../turns/silence.ts';
import { expectModel, sayLast } from './floor.ts';
import { areComplete, withKey } from './pressed-keys.ts';
import type { Listening, Phase } from './talk-phase.ts';
import type { TalkSettings, TalkState } from './talk-state.ts';
import { chain, type Handler, type Step, stay } from './talk-step.ts';

/** How long a farewell waits for what is being said by either side. */
const LEAVE_WITHIN_MS = 4000;

/** A silence of both sides. */
export const judgeSilence: Handler<'time', Listening> = (state, { atMs }, settings) => {
  const { phase, voice, awaited, tools, exchange } = state;
  if (voice.active || awaited || tools.isRunning)
    return stay(phase.quietSinceMs === atMs ? state : { ...state, phase: { ...phase, quietSinceMs: atMs } });
  const quietMs = atMs - phase.quietSinceMs;
  if (state.callee.atMenu) return quietMs < longestQuietMs(settings) ? stay(state) : giveUp(state, atMs);
  const { reminders } = exchange;
  const verdict = silenceVerdict({ quietMs, reminders }, settings);
  if (verdict === 'wait') return stay(state);
  if (verdict === 'give_up') return giveUp(state, atMs);
  const reminded = { ...expectModel(state, atMs), exchange: { ...exchange, reminders: reminders + 1 } };
  return stay(reminded, { type: 'say', words: { line: 'reminder' } });
};

/** A menu is not reminded. */
const longestQuietMs = ({ maxReminders, reminderMs, endMs }: TalkSettings): number => maxReminders * reminderMs + endMs;

const giveUp = (state: TalkState, atMs: number): Step =>
  sayLast(state, { line: 'goodbye' }, { endReason: 'silence_timeout', interruptible: true }, atMs);

/** The agent has to go, and does so when neither side speaks, or after a while. */
export const leaveInPause: Handler<'time'> = (state, { atMs }) => {
  const { leavingSinceMs, phase, speech, voice } = state;
  if (leavingSinceMs === null) return stay(state);
  const isSpoken = phase.name !== 'standing_by' && (speech !== 'none' || voice.active);
  if (isSpoken && atMs - leavingSinceMs < LEAVE_WITHIN_MS) return stay(state);
  const leaving = { ...state, leavingSinceMs: null };
  return sayLast(leaving, { line: 'farewell' }, { endReason: 'interrupted_by_restart' }, atMs);
};

export const pressKey: Handler<'key'> = (state, { digit, atMs }) =>
  stay({ ...state, keys: withKey(state.keys, digit, atMs) });

/** Keys are a turn of the caller, once no more are pressed: the model answers them, where it has the floor. */
export const takeKeys =
  (isAnswered: boolean): Handler<'time'> =>
  (state, { atMs }) => {
    const { keys } = state;
    if (keys === null || !areComplete(keys, atMs)) return stay(state);
    const { digits, firstMs, lastMs } = keys;
    const note = `The caller has pressed keys on the telephone: ${digits}`;
    const taken: TalkState<Phase> = { ...state, keys: null, exchange: { ...state.exchange, reminders: 0 } };
    const filed = stay(taken, { type: 'file_keys', digits, startMs: firstMs, endMs: lastMs });
    return chain(filed, (next) =>
      isAnswered
        ? stay(expectModel(next, atMs), { type: 'reply', hint: note })
        : stay(next, { type: 'note', text: note }),
    );
  };
