import { closeAside, fileAside } from './aside.ts';
import { askForFinal, graceMs, isFinalDue, isWhole } from './end-of-turn.ts';
import { interrupt } from './overlap-turn.ts';
import { type Closing, type Ending, ending, type LeavingMessage } from './phase.ts';
import type { TurnSettings, TurnState } from './turn-state.ts';
import { after, enter, type Handler, type Step, stay } from './turn-step.ts';
import { silenceMs } from './utterance-state.ts';

/** The far end still plays out its jitter buffer when our last frame has been sent. */
const LAST_WORDS_MS = 200;
/** People say goodbye back, and do not like to be cut off while they do. */
const GOODBYE_BACK_MS = 1400;
const SAID_MS = 500;
const HEARD_OUT_MS = 6000;

export const noteLastWords: Handler<'playout_started', Ending> = (state) => close(state, { worded: true });

export const finishLastWords: Handler<'playout_finished', Ending> = (state, { atMs }) =>
  enter(state, ending(atMs, { ...state.phase.closing, saidMs: atMs }));

/** The voice mail has the message. */
export const finishMessage: Handler<'playout_finished', LeavingMessage> = (state, { atMs }) =>
  enter(state, ending(atMs, { endReason: 'voicemail', interruptible: false, worded: false, saidMs: atMs }));

const close = (state: TurnState<Ending>, patch: Partial<Closing>): Step =>
  stay({ ...state, phase: { ...state.phase, closing: { ...state.phase.closing, ...patch } } });

export const endAfterLastWords: Handler<'time', Ending> = (state, event, settings) => {
  const { closing } = state.phase;
  if (closing.saidMs === null) return fileAside(state, event, settings);
  const sinceMs = event.atMs - closing.saidMs;
  if (sinceMs < (closing.interruptible && closing.worded ? GOODBYE_BACK_MS : LAST_WORDS_MS)) return stay(state);
  if (!closing.interruptible || isHeardOut(state, event.atMs) || sinceMs > HEARD_OUT_MS)
    return part(state, event.atMs, settings);
  return isFinalDue(state, event.atMs, settings) ? askForFinal(state, event.atMs) : stay(state);
};

/** The other side says nothing more, and what it said is understood: half of a goodbye is none. */
function isHeardOut(state: TurnState, atMs: number): boolean {
  const { voice, utterance } = state;
  if (utterance.startMs === null) return true;
  const unheardMs = isWhole(state, atMs) ? 0 : graceMs(utterance);
  return !voice.active && silenceMs(state, atMs) >= SAID_MS + unheardMs;
}

/** Hangs up, and files what was said to the goodbye; unless it was no goodbye, and the call goes on. */
function part(state: TurnState<Ending>, atMs: number, settings: TurnSettings): Step {
  const { interruptible, endReason } = state.phase.closing;
  const { text, startMs } = state.utterance;
  const isFarewell = settings.farewells.covers(text) || settings.language.bidsFarewell(text);
  const goesOn = interruptible && text !== '' && !isFarewell;
  if (goesOn) return interrupt(state, atMs);
  const filed = !interruptible || startMs === null ? stay(state) : closeAside(state, settings);
  return after(filed.effects, hangUp(filed.state, atMs, endReason));
}

export const hangUp = (state: TurnState, atMs: number, endReason: Closing['endReason']): Step =>
  enter({ ...state, speculated: null }, { name: 'ended', sinceMs: atMs }, [{ type: 'hang_up', endReason }]);
