import { CLEAR_NOISE, CLEAR_SPEECH } from './overlap.ts';
import { mayBeOwnVoice } from './own-voice.ts';
import type { Overlapped } from './phase.ts';
import { toleratedPhrases } from './tolerated.ts';
import type { TurnSettings, TurnState } from './turn-state.ts';
import { silenceMs } from './utterance-state.ts';

/** The agent stops so soon for another breath, and its sound is judged meanwhile. */
const BREATH_MS = 20;
/** Later its words are about to be known. */
const LATEST_BREATH_MS = 200;
/** Longer would be heard as a pause. */
const LONGEST_STOP_MS = 180;
/** As likely as this it wants the floor, by its sound: its first word ("but") is waited for, which is as long as this at most. */
const CLAIM = 0.6;
/** Who wants the floor goes on: this is longer than a consonant closes, also where noise hides its release. */
const CLAIM_SILENCE_MS = 280;
const FIRST_WORD_MS = 270;
/** So exact are a recognizer's times, and those of voices in noise. */
const WORD_END_MS = 140;
/** Words are known so much later than usual at most. */
const SLACK_MS = 100;
/** As unlikely as this it does not. */
const NO_CLAIM = 0.3;

interface BreathContext {
  /** How late the recognizer's words are. */
  lagMs: number;
  /** The voice has not paused for longer than consonants do. */
  goesOn: boolean;
  settings: TurnSettings;
}

/** `over`: nothing is waited for, and the words decide. */
export type BreathVerdict = 'hold' | 'wait' | 'over';

/**
 * Behind what a listener may have said ("okay") the agent stops as soon as another breath begins: until its word ("but") is known it would talk
 * over it for half a second. It goes on at once where that sounds like a listener's as well.
 */
export function judgeBreath(
  state: TurnState<Overlapped>,
  atMs: number,
  { lagMs, goesOn, settings }: BreathContext,
): BreathVerdict {
  const { voice, utterance, phase } = state;
  const { hesitation } = phase;
  if (!settings.language.pack.claims) return 'over';
  const wordsEndMs = utterance.wordsEndMs ?? 0;
  const ageMs = atMs - voice.breathMs;
  // The word before it would be known by now: people in a room have none.
  const isWordless = utterance.text === '' && atMs - voice.untilBeforeMs > lagMs + SLACK_MS;
  const isOfBreath = hesitation?.cause === 'breath' && hesitation.sinceMs >= voice.breathMs;
  const isHeld = hesitation !== null && !hesitation.isOver;
  if (isHeld && hesitation.cause === 'breath') {
    const heldMs = atMs - hesitation.sinceMs;
    const isKnown = wordsEndMs > hesitation.sinceMs - BREATH_MS;
    if (isKnown || isWordless || heldMs >= FIRST_WORD_MS + lagMs - BREATH_MS) return 'over';
    // It has paused since for a long consonant.
    const soundsSo = isOfBreath ? voice.claims : voice.claimsBefore;
    const claims = isBehindListener(state, settings) ? soundsSo : 1;
    if (claims === null) return goesOn && heldMs < LONGEST_STOP_MS ? 'wait' : 'over';
    return claims >= CLAIM && silenceMs(state, atMs) < CLAIM_SILENCE_MS ? 'wait' : 'over';
  }
  const isFirst = utterance.startMs === null || voice.breathMs <= utterance.startMs;
  const isKnown = wordsEndMs > voice.breathMs;
  if (!voice.active || isFirst || isKnown || isWordless || ageMs >= FIRST_WORD_MS + lagMs) return 'over';
  // What less parts from the breath before may be its last syllable ("oh okay"), unless that has ended with the word that is known.
  const isApart = voice.breathMs === voice.runMs || Math.abs(voice.untilBeforeMs - wordsEndMs) <= WORD_END_MS;
  const isClaim = voice.claims !== null && voice.claims >= CLAIM;
  const isNew = !isHeld && isApart && !isOfBreath && voice.claims === null && ageMs >= BREATH_MS;
  return ((isNew && ageMs < LATEST_BREATH_MS) || isClaim) && isSpeech(state) ? 'hold' : 'over';
}

/** Behind an "um" that the agent has stopped for: the voice sounds like a claim, and its first word is still to come. Whatever else it sounds like. */
export function soundsLikeClaim({ voice }: TurnState<Overlapped>, atMs: number, lagMs: number): boolean {
  const isClaim = voice.claims !== null && voice.claims >= CLAIM;
  return voice.active && isClaim && atMs - voice.breathMs < FIRST_WORD_MS + lagMs;
}

/** Behind "so" or "well" whatever follows wants the floor, when there is a voice for it at all. */
function isBehindListener(state: TurnState<Overlapped>, settings: TurnSettings): boolean {
  const { text } = state.utterance;
  const tolerated = toleratedPhrases(state, settings);
  return text === '' || tolerated.covers(text) || tolerated.coversPieces(text);
}

/** Who has said what a listener does, or what sounds like it, is not likely to be a noise now. */
function isSpeech(state: TurnState<Overlapped>): boolean {
  const { voice, utterance } = state;
  if (mayBeOwnVoice(state)) return false;
  if (utterance.text !== '') return voice.speech >= CLEAR_NOISE;
  const soundedSo = voice.claimsBefore !== null && voice.claimsBefore < NO_CLAIM;
  return voice.speech >= CLEAR_SPEECH && soundedSo;
}
