import { type BreathVerdict, judgeBreath, soundsLikeClaim } from './breath.ts';
import { CLEAR_SPEECH, fragmentLimitMs } from './overlap.ts';
import { mayBeOwnVoice } from './own-voice.ts';
import type { Hesitation, Overlapped } from './phase.ts';
import { toleratedPhrases } from './tolerated.ts';
import type { PhaseEffect } from './turn-effect.ts';
import type { TurnSettings, TurnState } from './turn-state.ts';
import { enter, type Step, stay } from './turn-step.ts';
import { silenceMs } from './utterance-state.ts';

/** Of a voice without words. Most first words are so long: they are known soon after; a listener's are over by then, or nearly. */
const FIRST_WORD_MS = 210;
/**
 * Of a voice that goes on behind words that do not want the floor, or in another breath behind those that are not known yet:
 * its first word ("but") is known by the time that the hesitation is over.
 */
const SHORT_WORD_MS = 70;
/** How late a recognizer's words are, where that is not known, and within which bounds it counts. */
const USUAL_LAG_MS = 250;
const SHORTEST_LAG_MS = 150;
const LONGEST_LAG_MS = 450;
/** Longer would be heard as a pause. */
const HESITATION_MS = 180;
/** So short a one was hardly heard: behind the words that have ended it there may be another. */
const SPENT_IN_VAIN_MS = 100;
/** A stop that begins so soon behind a word is over before what follows it could be known. */
const SPENT_ON_WORDS_MS = 100;
/** Of a consonant. */
const LONGEST_CLOSURE_MS = 100;
/** Behind an "um" what follows it is waited for, and longer while that goes on. */
const FILLED_HESITATION_MS = 600;
/** So long before it is judged what may be the beginning of a phrase that means "go on". */
const BEFORE_FRAGMENT_MS = 80;
/** Detectors notice a voice so long after its onset at most. */
const LONGEST_ONSET_MS = 120;

const HOLD: PhaseEffect = { type: 'hold_playout' };

/** What was said before was taken for a noise, or belonged to something else. */
export const noticedFromMs = ({ phase }: Pick<TurnState<Overlapped>, 'phase'>): number =>
  phase.sinceMs - LONGEST_ONSET_MS;

/** Where the voice over the agent began; gaps between its words are part of it. */
export const startOf = ({ utterance, voice, phase }: TurnState<Overlapped>): number =>
  Math.max(utterance.startMs ?? voice.onsetMs, noticedFromMs({ phase }));

/** How much of the latest breath lies behind the words that are known. */
export function beyondWordsMs(state: TurnState<Overlapped>, atMs: number): number {
  const { voice, utterance } = state;
  const knownMs = Math.max(voice.runMs, noticedFromMs(state), utterance.wordsEndMs ?? utterance.changedMs);
  return (voice.active ? atMs : voice.untilMs) - knownMs;
}

/** The closure of a consonant is no end of what is said. */
const goesOn = (state: TurnState<Overlapped>, atMs: number): boolean => silenceMs(state, atMs) < LONGEST_CLOSURE_MS;

const goesOnBehindWords = (state: TurnState<Overlapped>, atMs: number): boolean =>
  beyondWordsMs(state, atMs) >= SHORT_WORD_MS + wordLagMs(state) && goesOn(state, atMs);

/** The voice is longer than words that do not want the floor. */
function isLong(state: TurnState<Overlapped>, atMs: number): boolean {
  const { runMs } = state.voice;
  const startMs = startOf(state);
  const lagMs = wordLagMs(state);
  return runMs > startMs ? atMs - runMs >= SHORT_WORD_MS + lagMs : atMs - startMs >= FIRST_WORD_MS + lagMs;
}

function wordLagMs({ hearing: { wordLag } }: TurnState): number {
  return Math.max(SHORTEST_LAG_MS, Math.min(LONGEST_LAG_MS, wordLag?.usualMs ?? USUAL_LAG_MS));
}

const isAnotherBreath = ({ voice, utterance }: TurnState<Overlapped>): boolean =>
  utterance.startMs !== null && voice.runMs > utterance.startMs;

/** It stopped for the words that are known now: what goes on behind them has not been waited for. */
const isSpentOnWords = ({ utterance }: TurnState<Overlapped>, { cause, sinceMs }: Hesitation): boolean =>
  cause === 'word' && utterance.wordsEndMs !== null && sinceMs <= utterance.wordsEndMs + SPENT_ON_WORDS_MS;

const breathOf = (state: TurnState<Overlapped>, atMs: number, settings: TurnSettings): BreathVerdict =>
  judgeBreath(state, atMs, { lagMs: wordLagMs(state), goesOn: goesOn(state, atMs), settings });

/**
 * What sounded like a claim is silent for a moment, behind the "t" of "but", or hisses as a noise does: its word is still to come. So
 * it is behind an "um", whatever the voice sounds like.
 */
export function awaitsClaim(state: TurnState<Overlapped>, atMs: number, settings: TurnSettings): boolean {
  const { hesitation } = state.phase;
  if (hesitation === null || hesitation.isOver) return false;
  if (hesitation.cause === 'filler') {
    const isAwaited = state.voice.active && atMs - hesitation.sinceMs < FILLED_HESITATION_MS;
    return isAnotherBreath(state) && (isAwaited || soundsLikeClaim(state, atMs, wordLagMs(state)));
  }
  return hesitation.cause === 'breath' && breathOf(state, atMs, settings) === 'wait';
}

function stopShort(state: TurnState<Overlapped>, atMs: number, cause: Hesitation['cause']): Step {
  const { phase } = state;
  const isHeld = phase.hesitation !== null && !phase.hesitation.isOver;
  return enter(state, { ...phase, hesitation: { sinceMs: atMs, isOver: false, cause } }, isHeld ? [] : [HOLD]);
}

/** Falls silent for what wants the floor by a word that may still become another one. */
export function stopForDoubt(state: TurnState<Overlapped>, atMs: number): Step {
  const { hesitation } = state.phase;
  const isStopped = hesitation?.cause === 'doubt' && !hesitation.isOver;
  return isStopped ? stay(state) : stopShort(state, atMs, 'doubt');
}

/**
 * Stops short for speech that goes on and is not understood yet, for an "um", and for a long "I" of "I see"; goes on when it is
 * taken for a backchannel, or has stopped in vain.
 */
export function hesitate(state: TurnState<Overlapped>, atMs: number, settings: TurnSettings): Step {
  const { phase, voice, utterance } = state;
  const { hesitation } = phase;
  const isClear = !mayBeOwnVoice(state) && voice.speech >= CLEAR_SPEECH;
  const isFiller = settings.hesitations.covers(utterance.text);
  const isHeld = hesitation !== null && !hesitation.isOver;
  // A voice behind it confirms it, whatever it sounds like.
  const isSpoken = isClear || (!mayBeOwnVoice(state) && voice.active && isAnotherBreath(state));
  if (isFiller && isSpoken && hesitation?.cause !== 'filler') return stopShort(state, atMs, 'filler');
  const breath = breathOf(state, atMs, settings);
  if (breath === 'hold') return stopShort(state, atMs, 'breath');
  if (breath === 'wait') return stay(state);
  const tolerated = toleratedPhrases(state, settings);
  const isBackchannel = !isFiller && utterance.text !== '' && tolerated.covers(utterance.text);
  const isMore = isBackchannel ? goesOnBehindWords(state, atMs) : isLong(state, atMs);
  const isFragment = !isFiller && !isBackchannel && tolerated.coversPieces(utterance.text);
  const isFragmentDue =
    isFragment && atMs - (utterance.startMs ?? atMs) >= fragmentLimitMs(utterance.text) - BEFORE_FRAGMENT_MS;
  if (isFragmentDue && isClear && voice.active && !isHeld && hesitation?.cause !== 'fragment')
    return stopShort(state, atMs, 'fragment');
  if (hesitation !== null && (isHeld || (hesitation.sinceMs >= voice.runMs && !isSpentOnWords(state, hesitation)))) {
    const isMeaningless = isBackchannel && !isMore;
    const { cause } = hesitation;
    const longestMs = cause === 'filler' ? FILLED_HESITATION_MS : HESITATION_MS;
    const isAwaited = atMs - hesitation.sinceMs < longestMs || (cause === 'filler' && isClear && goesOn(state, atMs));
    if (!isHeld || (!isMeaningless && isAwaited)) return stay(state);
    // What follows the words that are known now has not been waited for yet.
    const isInVain = isMeaningless && cause !== 'breath' && atMs - hesitation.sinceMs <= SPENT_IN_VAIN_MS;
    const over = isInVain ? null : { ...hesitation, isOver: true };
    return enter(state, { ...phase, hesitation: over }, [{ type: 'release_playout' }]);
  }
  return isClear && voice.active && isMore ? stopShort(state, atMs, 'word') : stay(state);
}
