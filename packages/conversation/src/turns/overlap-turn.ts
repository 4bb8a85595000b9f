import { goOn } from './agent-turn.ts';
import { toleratedPhrases } from './aside.ts';
import { LONGEST_ECHO_MS } from './echo.ts';
import { askForFinal, isFinalDue } from './end-of-turn.ts';
import { judgeOverlap } from './overlap.ts';
import { type AgentPhase, closingOf, listening, type Paused, userFloor } from './phase.ts';
import type { TurnSettings, TurnState } from './turn-state.ts';
import { enter, type Handler, type Step, silenceAgent, stay, withoutUtterance } from './turn-step.ts';
import {
  believesEcho,
  closeUtterance,
  lagMs,
  silenceMs,
  withKey,
  withSilence,
  withText,
  withVoice,
} from './utterance-state.ts';

/** Recognizers make other words of an echo at first: fewer that are not the agent's own have to be confirmed. */
const WORDS_OVER_ECHO = 3;
const SHORTEST_WORD_MS = 150;
/** So many noises in a row are the line's. */
const WARY_AFTER_ALARMS = 2;
const WARY_ONSET_MS = 200;

/** Speaks over the agent: silence at once, judgement as soon as there is something to judge by. */
export const holdForVoice: Handler<'voice_started', AgentPhase> = (state, event) => {
  const heard = withVoice(state, event);
  return isLikelyEcho(heard, event.atMs) || isWary(heard) ? stay(heard) : hold(heard, event.atMs);
};

const isWary = ({ line }: TurnState): boolean => line.falseAlarms >= WARY_AFTER_ALARMS;

/** Only words can tell it from a caller: to hold playout for it would tear the words of the next echo apart. */
function isLikelyEcho(state: TurnState, atMs: number): boolean {
  return believesEcho(state, atMs) || (state.line.echoSuspected && followsAgent(state));
}

/** The voice began so soon after the agent did, or went on, that it may be the agent's own. */
function followsAgent({ phase, voice }: TurnState): boolean {
  const delayMs = voice.onsetMs - phase.sinceMs;
  return phase.name === 'speaking' && delayMs >= 0 && delayMs <= LONGEST_ECHO_MS;
}

/** On a noisy line the agent does not stop for everything: a voice has to last a little first. */
export function wary<P extends AgentPhase>(handler: Handler<'time', P>): Handler<'time', P> {
  return (state, event, settings) => {
    const { active, onsetMs } = state.voice;
    const isNew = active && onsetMs >= state.phase.sinceMs && isWary(state) && !isLikelyEcho(state, event.atMs);
    return isNew && event.atMs - onsetMs >= WARY_ONSET_MS ? hold(state, event.atMs) : handler(state, event, settings);
  };
}

function hold(state: TurnState<AgentPhase>, atMs: number): Step {
  const { phase, line } = state;
  const closing = closingOf(phase);
  if (closing && (!closing.interruptible || closing.saidMs !== null)) return stay(state);
  const heard = { ...state, line: { ...line, echoSuspected: line.echoSuspected || followsAgent(state) } };
  return enter(heard, { name: 'paused', sinceMs: atMs, over: phase }, [{ type: 'hold_playout' }]);
}

export const judgeVoice: Handler<'voice_started', Paused> = (state, event, settings) =>
  judge(withVoice(state, event), event.atMs, settings);

export const judgeSilence: Handler<'voice_stopped', Paused> = (state, event, settings) =>
  judge(withSilence(state, event), event.atMs, settings);

export const judgeText: Handler<'heard', Paused> = (state, event, settings) =>
  judge(withText(state, event), event.atMs, settings);

export const judgeTime: Handler<'time', Paused> = (state, event, settings) => judge(state, event.atMs, settings);

function judge(state: TurnState<Paused>, atMs: number, settings: TurnSettings): Step {
  const { voice, utterance } = state;
  if (utterance.text === '' && believesEcho(state, atMs)) return resume(state, atMs);
  const verdict = judgeOverlap(
    {
      voiceActive: voice.active,
      voicedMs: (voice.active ? atMs : voice.untilMs) - voice.onsetMs,
      silenceMs: silenceMs(state, atMs),
      text: utterance.text,
      settled: utterance.settled && utterance.finalizeAsked,
      unheard: lagMs(state, atMs) > 0,
    },
    {
      interruptionMs: settings.interruptionMs,
      backchannels: toleratedPhrases(state, settings),
      writing: settings.language.writing,
    },
  );
  if (verdict === 'interrupt') return interrupt(state, atMs);
  if (verdict === 'resume') return resume(state, atMs);
  return isFinalDue(state, atMs, settings) ? askForFinal(state, atMs) : stay(state);
}

function resume(state: TurnState<Paused>, atMs: number): Step {
  const { utterance, voice, line } = state;
  const falseAlarms = utterance.text === '' ? line.falseAlarms + 1 : line.falseAlarms;
  const calm: TurnState = { ...state, line: { ...line, falseAlarms } };
  const over = { ...state.phase.over, sinceMs: atMs };
  // What the agent says now comes back as words of their own, not as the rest of these.
  const isEchoOver = !voice.active && utterance.echoed && utterance.text === '';
  if (!isEchoOver) return goOn(calm, over, atMs, [{ type: 'release_playout' }]);
  const effects = [{ type: 'release_playout' } as const, closeUtterance(state, 'noise')];
  return goOn(withoutUtterance(calm), over, atMs, effects);
}

/** The floor is the user's. */
export function interrupt(state: TurnState<AgentPhase | Paused>, atMs: number): Step {
  const next: TurnState = {
    ...state,
    line: { ...state.line, echoSuspected: false },
    utterance: { ...state.utterance, interrupts: { closing: closingOf(state.phase) } },
    speculated: null,
  };
  return enter(next, userFloor(state.voice.active, atMs), silenceAgent(state, 'voice'));
}

/** Words that come late, after it was decided to go on speaking. */
export const hearLateText: Handler<'heard', AgentPhase> = (state, event, settings) => {
  const hadVoice = state.utterance.startMs !== null;
  const heard = withText(state, event);
  const closing = closingOf(state.phase);
  const tolerated = toleratedPhrases(state, settings);
  if (event.text === '' || tolerated.covers(event.text)) return stay(heard);
  // Half a goodbye is not a new subject yet; what follows the last words is judged when it has been said.
  if (closing && (closing.saidMs !== null || tolerated.mayCover(event.text))) return stay(heard);
  if (closing && !closing.interruptible) return stay(heard);
  const count = settings.language.writing.words(event.text).length;
  // One word that no voice belongs to is rather the recognizer's than the caller's.
  if (count < (hadVoice ? 1 : 2)) return stay(heard);
  // "I" may become "I see": `fileAside` asks when the voice is over.
  if (tolerated.mayCover(event.text)) return isConfirmed(heard) ? interrupt(heard, event.atMs) : stay(heard);
  const isDoubtful = believesEcho(heard, event.atMs) ? count < WORDS_OVER_ECHO : count === 1 && isCrackle(heard);
  return isDoubtful ? confirmWords(heard, event.atMs) : interrupt(heard, event.atMs);
};

/** Recognizers make a word of any noise at first. */
function isCrackle({ voice }: TurnState): boolean {
  return !voice.active && voice.untilMs - voice.onsetMs < SHORTEST_WORD_MS;
}

const isConfirmed = ({ utterance }: TurnState): boolean => utterance.finalizeAsked && utterance.settled;

function confirmWords(state: TurnState<AgentPhase>, atMs: number): Step {
  if (!state.utterance.finalizeAsked) return askForFinal(state, atMs);
  return isConfirmed(state) ? interrupt(state, atMs) : stay(state);
}

/** Keys pressed while the agent speaks are an answer to it. */
export const interruptByKey: Handler<'key', AgentPhase | Paused> = (state, event) => {
  if (closingOf(state.phase)?.interruptible === false) return stay(state);
  const next = { ...withKey(state, event), speculated: null };
  return enter(next, listening(event.atMs), silenceAgent(state, 'key'));
};
