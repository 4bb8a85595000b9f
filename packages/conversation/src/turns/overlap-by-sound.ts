import type { Phrases } from '../languages/phrase-set.ts';
import type { Writing } from '../languages/writing.ts';
import {
  CLEAR_NOISE,
  CLEAR_SPEECH,
  JUDGED_NOISE_MS,
  type Overlap,
  type OverlapVerdict,
  UNCERTAIN_MS,
} from './overlap.ts';

type Sound = Pick<
  Overlap,
  'voiceActive' | 'voicedMs' | 'breathMs' | 'clearMs' | 'silenceMs' | 'speech' | 'text' | 'settled' | 'unheard'
> & {
  /** What its last breath was heard as; part of the text. */
  latestText: string;
  /** What the voice would be as something that is said while another one speaks; null where that is not known. */
  interjection: string | null;
  /** What was heard last was surely said, whatever is expected; without words, that there is none. Null where that cannot be told. */
  understood: boolean | null;
  /** How sure the words of its last breath are, 0 to 1; 0 where none is heard, or nothing is known of that. */
  confidence: number;
};

type Words = Pick<Sound, 'latestText' | 'confidence'>;
type Meaning = Pick<Sound, 'breathMs' | 'speech' | 'text' | 'interjection' | 'understood'> & Words;

export interface SoundRules {
  /** What wants the agent to be silent. */
  demands: Pick<Phrases, 'covers'>;
  /** What may be said without wanting the floor. */
  tolerated: Phrases;
  writing: Writing;
}

/** Two backchannels in one breath ("yeah, okay") are over by then; a sentence is not. */
const LONGEST_LISTENER_MS = 900;
/** "Okay okay" that is drawn out, or "hmm": where nothing else is heard in it, it may be that. */
const DRAWN_OUT_LISTENER_MS = 1400;
/** Where any words may be heard: two that are no listener's go on. */
const LONGEST_CONTINUING_MS = 1200;
/** Fewer may be what listeners draw out, taken for something else; most sentences have more by then. */
const LONGEST_UNHEARD_MS = 1400;
/** "Hmm", or a noise: a sentence has words by then, but for a whispered one. */
const LONGEST_WORDLESS_MS = 1450;
/** Listeners who are understood may draw it out for longer: "uh-huh", "oh, okay". */
const LONGEST_UNDERSTOOD_LISTENER_MS = 2500;
/** Words of recognizers of any words are no guesses from here on: of noises, music and babble they hear none at all. */
const BELIEVED_FROM = 0.27;
/** The beginning of a sentence: in accents a listener's word or two may be heard as others ("got it" as "that is"). */
const CLAIMING_WORDS = 3;
/** So many go on: a listener's word that is drawn out is taken for one other word ("absolutely" for "Absalom"). */
const CONTINUING_WORDS = 2;
/** So much of it is clear speech: noises sound like that for moments, and sentences like a noise. */
const LEAST_CLEAR_MS = 500;
/** A key or a cough sounds like a voice for so long; no word that is meant for the agent is shorter. */
const SHORTEST_MEANT_MS = 240;
/** What listeners say is taken for one other word or two, in accents for three. So many are more than a listener's, whatever they are. */
const WORDS_OF_SENTENCE = 4;
/** Time for a recognizer to say what a short voice was. */
const SHORT_VOICE_SILENCE_MS = 450;
const UNHEARD_SILENCE_MS = 2500;

/**
 * Decides about a voice over the agent's speech where a recognizer takes whatever is said for what it expects: words that
 * are no guess decide, and otherwise the audio, by how long it lasts and by how much it is like speech; of what is short, the words, when they are final.
 */
export function judgeBySound(sound: Sound, rules: SoundRules): OverlapVerdict {
  const { voiceActive, voicedMs, silenceMs, speech, settled, unheard } = sound;
  if (voiceActive) {
    if (isClaim(sound, rules)) return 'interrupt';
    if (!hasWords(sound)) {
      if (voicedMs >= JUDGED_NOISE_MS && speech < CLEAR_NOISE) return 'resume';
      if (voicedMs >= UNCERTAIN_MS && speech < CLEAR_SPEECH) return 'resume';
    }
    return isLong(sound, rules) ? 'interrupt' : 'wait';
  }
  // The meter may have become sure of it with its last syllable alone.
  if (isLong(sound, rules)) return 'interrupt';
  if (settled) return isMeant(sound, rules) ? 'interrupt' : 'resume';
  return silenceMs >= (unheard ? UNHEARD_SILENCE_MS : SHORT_VOICE_SILENCE_MS) ? 'resume' : 'wait';
}

/** Of what has words it is known that it is speech, whatever it sounds like. */
export const hasWords = ({ latestText, confidence }: Words): boolean =>
  latestText !== '' && confidence >= BELIEVED_FROM;

/** Speech in one breath, of more than listeners say. */
function isLong(sound: Sound, rules: SoundRules): boolean {
  const { breathMs, clearMs, speech } = sound;
  const isClear = clearMs >= LEAST_CLEAR_MS && speech >= CLEAR_SPEECH;
  const isContinuing = saysMore(sound, rules, CONTINUING_WORDS);
  return (isClear || isContinuing) && breathMs > (isContinuing ? LONGEST_CONTINUING_MS : longestMs(sound, rules));
}

function longestMs({ latestText, understood }: Sound, { tolerated }: SoundRules): number {
  const isListener = tolerated.covers(latestText);
  if (understood === null) return isListener ? DRAWN_OUT_LISTENER_MS : LONGEST_LISTENER_MS;
  if (understood && latestText === '') return LONGEST_WORDLESS_MS;
  return understood && isListener ? LONGEST_UNDERSTOOD_LISTENER_MS : LONGEST_UNHEARD_MS;
}

/** Its words are known while it goes on, and are more than listeners say: no noise has that, whatever else it is like. */
const isClaim = (sound: Sound, rules: SoundRules): boolean =>
  saysMore(sound, rules, CLAIMING_WORDS) && !rules.tolerated.mayCover(sound.latestText);

function saysMore(sound: Words, { tolerated, writing }: SoundRules, words: number): boolean {
  const { latestText } = sound;
  return hasWords(sound) && writing.words(latestText).length >= words && !tolerated.coversPieces(latestText);
}

/**
 * Such a recognizer makes words of every noise, so that of its words only demands count; but where it has told
 * that clear speech is nothing of what listeners say, or has as many words for one breath of it as no listener says, that wants
 * the floor.
 */
export function isMeant(meaning: Meaning, { demands, tolerated, writing }: SoundRules): boolean {
  const { breathMs, speech, text, latestText, interjection, understood } = meaning;
  const isGuess = !hasWords(meaning);
  if (isGuess && (speech < CLEAR_SPEECH || breathMs < SHORTEST_MEANT_MS)) return false;
  const count = Math.min(writing.words(text).length, writing.words(latestText).length);
  const isCounted = understood === null || !isGuess;
  if (isCounted && count >= WORDS_OF_SENTENCE && !tolerated.coversPieces(latestText)) return true;
  if (interjection === null) return demands.covers(text) && !tolerated.covers(text);
  return !tolerated.covers(interjection) && !tolerated.coversPieces(interjection);
}
