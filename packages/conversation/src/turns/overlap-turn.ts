import { NO_PHRASES } from '../languages/phrase-set.ts';
import { finishSpeech, goOn, thinkOn, waitOn } from './agent-turn.ts';
import { isFaint } from './caller-level.ts';
import { askForFinal, isFinalDue } from './end-of-turn.ts';
import { awaitsClaim, beyondWordsMs, hesitate, noticedFromMs, startOf, stopForDoubt } from './hesitation.ts';
import {
  CLEAR_SPEECH,
  hangsOnNewestWord,
  isGhost,
  judgeOverlap,
  mayDemand,
  type Overlap,
  type OverlapVerdict,
} from './overlap.ts';
import { hasWords, isMeant, judgeBySound, type SoundRules } from './overlap-by-sound.ts';
import { mayBeOwnVoice } from './own-voice.ts';
import { type AgentPhase, closingOf, ending, isOpening, listening, type Overlapped, userFloor } from './phase.ts';
import { latestTextOf } from './recognized.ts';
import { isUnsteady, steadyAfterMs } from './steadiness.ts';
import { toleratedPhrases } from './tolerated.ts';
import type { PhaseEffect } from './turn-effect.ts';
import type { TurnSettings, TurnState } from './turn-state.ts';
import { after, enter, type Handler, type Step, silenceAgent, stay, withoutUtterance } from './turn-step.ts';
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

/** Neither speech nor noise for certain. */
const UNCERTAIN = 0.5;
const SHORTEST_WORD_MS = 150;

/** Speaks over the agent: quieter at once, judgement as soon as there is something to judge by. */
export const duckForVoice: Handler<'voice_started', AgentPhase> = (state, event) => {
  const heard = withVoice(state, event);
  return isLikelyEcho(heard, event.atMs) ? stay(heard) : overlap(heard, event.atMs);
};

/** Only words can tell it from a caller: to duck for it would make every sentence of the agent's swell. */
function isLikelyEcho(state: TurnState, atMs: number): boolean {
  return believesEcho(state, atMs) || (state.line.echoSuspected && state.voice.mayBeEcho);
}

/** What began as a noise, or as an echo, may go on as speech. */
export function attentive<P extends AgentPhase>(handler: Handler<'time', P>): Handler<'time', P> {
  return (state, event, settings) => {
    const { active, onsetMs, speech, mayBeEcho } = state.voice;
    // Where no words will tell it from an echo, it is one on a line that echoes alone.
    const isEcho = state.hearing.closedVocabulary ? mayBeOwnVoice(state) : mayBeEcho;
    const isSpeech = active && onsetMs >= state.phase.sinceMs && speech >= CLEAR_SPEECH && !isEcho;
    const isCaller = !isLikelyEcho(state, event.atMs) && !isFaint(state, settings);
    const isOverlap = isSpeech && mayBeOverlapped(state.phase) && isCaller;
    return isOverlap ? overlap(state, event.atMs) : handler(state, event, settings);
  };
}

function mayBeOverlapped(phase: AgentPhase): boolean {
  const closing = closingOf(phase);
  return closing === null || (closing.interruptible && closing.saidMs === null);
}

function overlap(state: TurnState<AgentPhase>, atMs: number): Step {
  const { phase } = state;
  if (!mayBeOverlapped(phase)) return stay(state);
  const overlapped: Overlapped = { name: 'overlapped', sinceMs: atMs, over: phase, hesitation: null };
  return enter(state, overlapped, [{ type: 'duck_playout' }]);
}

export const judgeVoice: Handler<'voice_started', Overlapped> = (state, event, settings) =>
  judge(withVoice(state, event), event.atMs, settings);

export const judgeSilence: Handler<'voice_stopped', Overlapped> = (state, event, settings) =>
  judge(withSilence(state, event), event.atMs, settings);

export const judgeText: Handler<'heard', Overlapped> = (state, event, settings) =>
  judge(withText(state, event), event.atMs, settings);

export const judgeTime: Handler<'time', Overlapped> = (state, event, settings) => judge(state, event.atMs, settings);

function judge(state: TurnState<Overlapped>, atMs: number, settings: TurnSettings): Step {
  const { voice, utterance } = state;
  if (utterance.text === '' && believesEcho(state, atMs)) return resume(state, atMs);
  if (isFaint(state, settings)) return resume(state, atMs);
  const verdict = verdictOn(
    state,
    {
      voiceActive: voice.active,
      voicedMs: (voice.active ? atMs : voice.untilMs) - startOf(state),
      breathMs: (voice.active ? atMs : voice.untilMs) - Math.max(voice.runMs, breathFromMs(state)),
      clearMs: voice.clearMs,
      stretchMs: voice.active ? atMs - Math.max(voice.onsetMs, noticedFromMs(state)) : 0,
      untoldMs: untoldMs(state, atMs),
      silenceMs: silenceMs(state, atMs),
      speech: mayBeOwnVoice(state) ? Math.min(voice.speech, UNCERTAIN) : voice.speech,
      text: utterance.text,
      sinceTextMs: atMs - utterance.changedMs,
      settled: utterance.settled && utterance.finalizeAsked,
      unheard: lagMs(state, atMs) > 0,
      tellsSoon: state.hearing.tellsSoon,
      newest: newestWordOf(state, atMs),
    },
    settings,
  );
  if (verdict === 'interrupt') return interrupt(state, atMs);
  if (verdict === 'stop_short') return stopForDoubt(state, atMs);
  if (verdict === 'resume' && !awaitsClaim(state, atMs, settings)) return resume(state, atMs);
  // Where words decide nothing, there is nothing to stop short for.
  const hesitant = state.hearing.closedVocabulary ? stay(state) : hesitate(state, atMs, settings);
  return isFinalDue(state, atMs, settings) ? after(hesitant.effects, askForFinal(hesitant.state, atMs)) : hesitant;
}

function newestWordOf({ hearing: { steadiness }, utterance }: TurnState, atMs: number): Overlap['newest'] {
  if (atMs - utterance.changedMs >= steadyAfterMs(steadiness)) return 'stays';
  return isUnsteady(steadiness) ? 'often_changes' : 'may_change';
}

/** What a recognizer of a closed vocabulary has heard decides nothing: a breath that was taken for a noise at first is a breath. */
const breathFromMs = (state: TurnState<Overlapped>): number =>
  state.hearing.closedVocabulary ? state.phase.over.sinceMs : noticedFromMs(state);

function verdictOn(state: TurnState<Overlapped>, overlap: Overlap, settings: TurnSettings): OverlapVerdict {
  const { closedVocabulary } = state.hearing;
  if (closedVocabulary) return judgeBySound({ ...overlap, ...latestOf(state) }, soundRules(state, settings));
  return judgeOverlap(overlap, {
    interruptionMs: settings.interruptionMs,
    backchannels: toleratedPhrases(state, settings),
    hesitations: settings.hesitations,
    demands: settings.demands,
    writing: settings.language.writing,
  });
}

/** How long the voice that goes on has said what its words do not tell; 0 while there is none. */
function untoldMs(state: TurnState<Overlapped>, atMs: number): number {
  const { voice, utterance } = state;
  if (!voice.active) return 0;
  if (utterance.text === '') return atMs - Math.max(voice.onsetMs, noticedFromMs(state));
  return beyondWordsMs(state, atMs);
}

/** What undoes what was done to the playout for a voice over it. */
const undone = ({ hesitation }: Overlapped): PhaseEffect[] =>
  hesitation === null || hesitation.isOver
    ? [{ type: 'restore_playout' }]
    : [{ type: 'release_playout' }, { type: 'restore_playout' }];

function resume(state: TurnState<Overlapped>, atMs: number): Step {
  const { utterance, voice } = state;
  const { over } = state.phase;
  // What the agent says now comes back as words of their own, not as the rest of these.
  const isEchoOver = !voice.active && utterance.echoed && utterance.text === '';
  const effects = undone(state.phase);
  if (!isEchoOver) return goOn(state, over, atMs, effects);
  return goOn(withoutUtterance(state), over, atMs, [...effects, closeUtterance(state, 'noise')]);
}

/** The agent has said all it had to say, and the voice over it is still to be judged: the floor is free. */
export const finishOverlapped: Handler<'playout_finished', Overlapped> = (state, event, settings) => {
  const { over } = state.phase;
  const { atMs } = event;
  if (over.name === 'ending') return enter(state, ending(atMs, { ...over.closing, saidMs: atMs }), undone(state.phase));
  const { state: next, effects } = finishSpeech({ ...state, phase: over }, event, settings);
  const { phase } = next;
  // While tools run, or their results are spoken, the caller still has precedence.
  if (phase.name === 'tool_running' || phase.name === 'thinking')
    return enter(next, { ...state.phase, over: phase }, effects);
  const isHeard = next.utterance.startMs !== null || next.voice.active;
  const free: Step =
    isHeard && phase.name === 'listening'
      ? enter(next, userFloor(next.voice.active, atMs), effects)
      : { state: next, effects };
  return after(undone(state.phase), free);
};

/** The filler was said, and what the caller waits for is still to come. */
export const finishOverlappedFiller: Handler<'filler_finished', Overlapped> = (state, event, settings) => {
  const { over } = state.phase;
  if (over.name === 'speaking') return wrap(state, thinkOn({ ...state, phase: over }, event, settings));
  return over.name === 'tool_running' ? wrap(state, waitOn({ ...state, phase: over }, event, settings)) : stay(state);
};

/** The same, over what goes on now. */
function wrap({ phase }: TurnState<Overlapped>, { state, effects }: Step): Step {
  return enter(state, { ...phase, over: state.phase as AgentPhase }, effects);
}

/** The floor is the user's. */
export function interrupt(state: TurnState<AgentPhase | Overlapped>, atMs: number): Step {
  const next: TurnState = {
    ...state,
    line: { ...state.line, echoSuspected: false },
    utterance: { ...state.utterance, interrupts: { closing: closingOf(state.phase), opening: isOpening(state.phase) } },
    speculated: null,
  };
  return enter(next, userFloor(state.voice.active, atMs), silenceAgent(state, 'voice'));
}

/** Words that come late, after it was decided to go on speaking. */
export const hearLateText: Handler<'heard', AgentPhase> = (state, event, settings) => {
  const hadVoice = state.utterance.startMs !== null;
  const heard = withText(state, event);
  const closing = closingOf(state.phase);
  const tolerated = toleratedPhrases(heard, settings);
  if (event.text === '' || tolerated.covers(event.text) || tolerated.coversPieces(event.text)) return stay(heard);
  // Half a goodbye is not a new subject yet; what follows the last words is judged when it has been said.
  if (closing && (closing.saidMs !== null || tolerated.mayCover(event.text))) return stay(heard);
  if (closing && !closing.interruptible) return stay(heard);
  if (isFaint(heard, settings)) return stay(heard);
  if (heard.hearing.closedVocabulary) return hadVoice ? judgeLate(heard, event.atMs, settings) : stay(heard);
  const words = settings.language.writing.words(event.text);
  const count = words.length;
  const isDemand = mayDemand(event.text, settings.demands);
  const isGhostly = isGhost(count, heard.voice.speech) && !isDemand;
  if (hadVoice && isGhostly) return stay(heard);
  // One word that no voice belongs to is rather the recognizer's than the caller's.
  if (count < (hadVoice ? 1 : 2)) return stay(heard);
  // "I" may become "I see": `fileAside` asks when the voice is over.
  if (tolerated.mayCover(event.text)) return isConfirmed(heard) ? interrupt(heard, event.atMs) : stay(heard);
  const isGuess = count === 1 && (isCrackle(heard) || believesEcho(heard, event.atMs));
  // It may still become a listener's.
  const isFresh = !isDemand && !heard.voice.active && hangsOnNewestWord(words, tolerated);
  return isGuess || isFresh ? confirmWord(heard, event.atMs) : interrupt(heard, event.atMs);
};

/** Words that were not expected of what was taken for a noise. */
function judgeLate(state: TurnState<AgentPhase>, atMs: number, settings: TurnSettings): Step {
  if (isMeantLate(state, settings)) return interrupt(state, atMs);
  return hasWords(latestOf(state)) && !isConfirmed(state) ? overlap(state, atMs) : stay(state);
}

function isMeantLate(state: TurnState<AgentPhase>, settings: TurnSettings): boolean {
  const { voice, utterance } = state;
  const breathMs = voice.untilMs - voice.runMs;
  const heard = { breathMs, speech: voice.speech, text: utterance.text, ...latestOf(state) };
  return isConfirmed(state) && isMeant(heard, soundRules(state, settings));
}

/** What the latest breath was. What is said into the agent's last words is more than listeners say. */
const latestOf = ({ phase, hearing }: TurnState<AgentPhase | Overlapped>) => ({
  latestText: latestTextOf(hearing.open),
  interjection: closingOf(phase) ? null : hearing.open.interjection,
  understood: hearing.open.understood,
  confidence: hearing.open.confidence ?? 0,
});

function soundRules(state: TurnState<AgentPhase | Overlapped>, settings: TurnSettings): SoundRules {
  const tolerated = toleratedPhrases(state, settings);
  const { writing } = settings.language;
  return { tolerated, demands: tolerated === NO_PHRASES ? ANY_WORDS : settings.demands, writing };
}

/** To a question of the agent's they are the answer. */
const ANY_WORDS: SoundRules['demands'] = { covers: (text) => text !== '' };

/** Recognizers make a word of any noise at first. */
function isCrackle({ voice }: TurnState): boolean {
  return !voice.active && voice.untilMs - voice.onsetMs < SHORTEST_WORD_MS;
}

const isConfirmed = ({ utterance }: TurnState): boolean => utterance.finalizeAsked && utterance.settled;

function confirmWord(state: TurnState<AgentPhase>, atMs: number): Step {
  if (!state.utterance.finalizeAsked) return askForFinal(state, atMs);
  return isConfirmed(state) ? interrupt(state, atMs) : stay(state);
}

/** Keys pressed while the agent speaks are an answer to it. */
export const interruptByKey: Handler<'key', AgentPhase | Overlapped> = (state, event) => {
  if (closingOf(state.phase)?.interruptible === false) return stay(state);
  const next = { ...withKey(state, event), speculated: null };
  return enter(next, listening(event.atMs), silenceAgent(state, 'key'));
};
