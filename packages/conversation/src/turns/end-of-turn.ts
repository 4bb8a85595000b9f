import { withoutFullStop } from '../end-of-turn/said.ts';
import { turnEnd } from '../end-of-turn/turn-end.ts';
import type { SpokenLanguage } from '../languages/spoken-language.ts';
import { spokenKey } from '../languages/spoken-words.ts';
import { areWorthless } from './full-stops.ts';
import { ask } from './hearing.ts';
import { hasFloor, type UserSpeaking } from './phase.ts';
import { isAnswer, openQuestion } from './question.ts';
import { isUnsteady, steadyAfterMs } from './steadiness.ts';
import { isInterruptedInVain } from './tolerated.ts';
import type { OpenUtterance, TurnSettings, TurnState } from './turn-state.ts';
import { type Step, stay } from './turn-step.ts';
import { LONGEST_LAG_MS, lagMs, silenceMs } from './utterance-state.ts';
import { speakerOf } from './voice-menu.ts';

/**
 * Words of one breath ("yes, speaking") are up to 250 ms apart, and a detector notices the next one 60 ms late: a shorter
 * silence tells nothing.
 */
export const GAP_MS = 320;
/** People look for the next word for so long: too many words of a closed vocabulary are wrong to wait longer for what they promise. */
const LONGEST_UNSURE_MS = 1000;
/** People's words are mostly surer, a synthesizer's in an accent seldom. */
const SURE_FROM = 0.74;
/** Who has silenced the agent with "wait" or "hey" goes on, or wants the silence: an agent that spoke again at once would not have stopped. */
const SILENCED_WINDOW_MS = 800;
/** Who interrupts has a point to make, often in more than one sentence. */
const INTERRUPTER_WINDOW_MS = 480;
/** A menu that is read out pauses between its entries. */
const MENU_WINDOW_MS = 1200;
/** What is asked of a recognizer before it has judged for itself cuts the sentence in pieces. */
const LONGEST_WINDOW_FACTOR = 2;
/** Gaps in a sentence are shorter, a plosive's closure with a detector's onset too: words are not to be torn apart. */
const FINALIZE_AFTER_MS = 200;
/** A short window leaves the recognizer this long at least to answer in. */
const SHORTEST_FINAL_MS = 40;
/** Shorter silences are closures of consonants. */
const SPECULATE_AFTER_MS = 120;
/** What is anticipated is known by then, or too late to be of use. */
const ANTICIPATED_AFTER_MS = 240;
/** How long a turn that is over waits for its final text; longer when there is none at all. */
const FINAL_GRACE_MS = 500;
const FIRST_TEXT_GRACE_MS = 1300;
/** Speech of this length has words: without any, it is a noise that the detector takes for a voice. */
const NOTHING_NEW_MS = 2500;
/** A recognizer draws the border of a word otherwise than a detector does; a word that is shorter is no turn's last. */
const WORD_BORDER_ERROR_MS = 120;
/** A word that even a late recognizer has not reported by then was not said. */
const LAG_MARGIN_MS = 60;
/** People look for the next key; "#" says that there is none. */
export const KEY_PAUSE_MS = 1200;

interface Idleness {
  /** It is time to ask whether there was another word. */
  wantsFinal: boolean;
  /** For how long it has been clear that nothing more was said; negative before. */
  overMs: number;
}

/** How long the voice that goes on has said nothing. */
export function idleness(state: TurnState<UserSpeaking>, atMs: number, settings: TurnSettings): Idleness {
  const { text, changedMs, live } = state.utterance;
  const { endsTurns, nextWordMs } = state.hearing;
  // What it has not listened to yet may hold a word.
  const heardMs = atMs - lagMs(state, atMs);
  const longMs = heardMs - Math.max(changedMs, text === '' ? state.phase.sinceMs : 0) - NOTHING_NEW_MS;
  if (text === '' || !live) return { wantsFinal: longMs >= 0, overMs: longMs };
  // A voice that has just begun again gets its time for a first word, though not over and over.
  const wordlessMs = heardMs - Math.max(changedMs, state.voice.onsetMs);
  // While a voice goes on, complete words are no sign of an end.
  const pausedMs = Math.max(windowMs(state, settings), settings.endpointingMs);
  const overMs = Math.max(longMs, wordlessMs - pausedMs - nextWordMs);
  const pauseMs = endsTurns ? pausedMs : nextWordMs;
  return { wantsFinal: wordlessMs >= pauseMs || longMs >= 0, overMs };
}

export function graceMs({ text, listenedUntilMs }: OpenUtterance): number {
  // The recognizer is at work on it, and half a sentence would get the wrong answer.
  if (listenedUntilMs !== null) return LONGEST_LAG_MS;
  return text === '' ? FIRST_TEXT_GRACE_MS : FINAL_GRACE_MS;
}

/** A voice has paused, and its final text was not asked for. */
export function isFinalDue(state: TurnState, atMs: number, settings: TurnSettings): boolean {
  const { finalizeAsked, startMs } = state.utterance;
  if (startMs === null || finalizeAsked) return false;
  const lastMs = windowMs(state, settings) - SHORTEST_FINAL_MS;
  const afterMs = isLeftToRecognizer(state) ? lastMs : Math.min(FINALIZE_AFTER_MS, lastMs);
  return silenceMs(state, atMs) >= Math.max(0, afterMs);
}

export function askForFinal(state: TurnState, atMs: number): Step {
  const hearing = ask(state.hearing, atMs, state.voice.active);
  const asked = { ...state.utterance, finalizeAsked: true, settled: false };
  return stay({ ...state, hearing, utterance: asked }, [
    { type: 'finalize_recognition', overAgent: hasFloor(state.phase) },
  ]);
}

function windowMs(state: TurnState, settings: TurnSettings): number {
  if (!isLeftToRecognizer(state)) return textWindowMs(state, settings);
  const longestMs = settings.endpointingMs * LONGEST_WINDOW_FACTOR;
  return state.party.atMenu ? Math.max(longestMs, MENU_WINDOW_MS) : longestMs;
}

/** It has heard words, and its own judgement of their end is still to come: what was asked for and has come has none. */
function isLeftToRecognizer({ hearing, utterance: { text, finalizeAsked, settled } }: TurnState): boolean {
  return hearing.endsTurns && text !== '' && !(finalizeAsked && settled);
}

function textWindowMs(state: TurnState, settings: TurnSettings): number {
  const { endpointingMs, language, demands } = settings;
  const { utterance, voice, party } = state;
  if (party.atMenu || isReadOut(utterance.text, language)) return Math.max(endpointingMs, MENU_WINDOW_MS);
  const { prosody, judged } = voice;
  const { endsHere: expected, confidence } = state.hearing.open;
  const evidence = {
    text: areWorthless(state.hearing.stops) ? withoutFullStop(utterance.text) : utterance.text,
    question: openQuestion(state),
    prosody,
    judged,
    expected,
    // Of words that may still change it says nothing of their end.
    confidence: expected === null ? null : confidence,
    language,
  };
  const endMs = turnEnd(evidence, endpointingMs).windowMs;
  // Longer than for the next word is waited for what words promise that are sure.
  const promisedMs =
    (confidence ?? 0) < SURE_FROM ? 0 : turnEnd({ ...evidence, expected: null }, endpointingMs).windowMs;
  const longestMs = expected === null ? endMs : Math.max(LONGEST_UNSURE_MS, endpointingMs, promisedMs);
  const byWords = Math.max(Math.min(endMs, longestMs), Math.min(GAP_MS, endpointingMs));
  if (utterance.interrupts === null || isAnswer(state)) return byWords;
  if (isInterruptedInVain(state, settings)) return Math.min(GAP_MS, endpointingMs);
  const isSilencing = demands.covers(utterance.text);
  return Math.max(byWords, isSilencing ? SILENCED_WINDOW_MS : Math.min(INTERRUPTER_WINDOW_MS, endpointingMs));
}

const isReadOut = (text: string, language: SpokenLanguage): boolean =>
  language.soundsLikeMenu(text) || language.soundsLikeReception(text);

/** The text has all its words: the recognizer has said so, or has had the time to tell the last one, or that ends where the voice does. */
export function isWhole(state: TurnState, atMs: number): boolean {
  const { text, settled, finalizeAsked, wordsEndMs, endMs, changedMs } = state.utterance;
  const { tellsSoon, wordLag, steadiness } = state.hearing;
  if (settled && finalizeAsked) return true;
  if (text === '' || wordsEndMs === null) return false;
  if (isUnsteady(steadiness) && atMs - changedMs < steadyAfterMs(steadiness)) return false;
  const hasToldAll = tellsSoon && wordLag !== null && silenceMs(state, atMs) >= wordLag.longestMs + LAG_MARGIN_MS;
  return hasToldAll || wordsEndMs >= endMs - WORD_BORDER_ERROR_MS;
}

/** The open utterance is a whole turn. */
export function isOver(state: TurnState, atMs: number, settings: TurnSettings): boolean {
  const { text, settled, finalizeAsked, interrupts, changedMs } = state.utterance;
  const { closedVocabulary } = state.hearing;
  if (!keysAreOver(state, atMs)) return false;
  // A noise has interrupted the agent, and a recognizer that knows all words confirms that it was one, or takes its words back.
  if (interrupts && !closedVocabulary && text === '' && finalizeAsked && settled) return true;
  const sinceTextMs = text === '' ? 0 : atMs - changedMs;
  // Voices that come and go without a word are none.
  const overMs = Math.max(silenceMs(state, atMs) - windowMs(state, settings), sinceTextMs - NOTHING_NEW_MS);
  return overMs >= (isWhole(state, atMs) ? 0 : graceMs(state.utterance));
}

export function keysAreOver({ utterance: { keys } }: TurnState, atMs: number): boolean {
  return keys === null || keys.digits.endsWith('#') || atMs - keys.lastMs >= KEY_PAUSE_MS;
}

/**
 * An unfinished sentence is answered late, so preparing the answer can wait as well.
 * @param text what was said, as far as that is known or expected
 */
export function isWorthSpeculating(state: TurnState, text: string, atMs: number, settings: TurnSettings): boolean {
  const expected = { ...state, utterance: { ...state.utterance, text } };
  if (!maySpeculate(expected, settings)) return false;
  const silentMs = silenceMs(state, atMs);
  if (isAnticipating(state, settings) && silentMs < ANTICIPATED_AFTER_MS) return false;
  return silentMs >= Math.max(SPECULATE_AFTER_MS, textWindowMs(expected, settings) - settings.endpointingMs);
}

/** The words that are still to be told may be known in a moment. */
const isAnticipating = ({ voice, hearing }: TurnState, { anticipates }: TurnSettings): boolean =>
  anticipates && hearing.tellsSoon && voice.anticipated === null;

export function maySpeculate(state: TurnState, settings: TurnSettings): boolean {
  const { text, keys } = state.utterance;
  if (!settings.speculate || text === '' || keys || state.speculated !== null) return false;
  if (isInterruptedInVain(state, settings)) return false;
  if (state.party.atMenu && speakerOf(state, text, settings.language) !== 'menu') return false;
  return !settings.language.asksForOptOut(text);
}

export const speculate = (state: TurnState, text: string): Step =>
  stay({ ...state, speculated: spokenKey(text) }, [{ type: 'speculate', text }]);
