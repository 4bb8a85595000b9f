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
};

type Meaning = Pick<Sound, 'breathMs' | 'speech' | 'text' | 'latestText' | 'interjection' | 'understood'>;

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
/** Where words may be understood, most sentences are by then. */
const LONGEST_UNHEARD_MS = 1200;
/** "Hmm", or a noise: a sentence has words by then. */
const LONGEST_WORDLESS_MS = 1450;
/** Listeners who are understood may draw it out for longer: "uh-huh", "oh, okay". */
const LONGEST_UNDERSTOOD_LISTENER_MS = 2500;
/** The beginning of a sentence: in accents a listener's word or two may be heard as others ("got it" as "that is"). */
const UNDERSTOOD_WORDS = 3;
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
 * Decides about a voice over the agent's speech where a recognizer takes whatever is said for what it expects: the audio
 * decides, by how long it lasts and by how much it is like speech; of what is short, the words, when they are final.
 */
export function judgeBySound(sound: Sound, rules: SoundRules): OverlapVerdict {
  const { voiceActive, voicedMs, silenceMs, speech, settled, unheard } = sound;
  if (voiceActive) {
    if (isClaim(sound, rules)) return 'interrupt';
    if (voicedMs >= JUDGED_NOISE_MS && speech < CLEAR_NOISE) return 'resume';
    if (voicedMs >= UNCERTAIN_MS && speech < CLEAR_SPEECH) return 'resume';
    return isLong(sound, rules) ? 'interrupt' : 'wait';
  }
  // The meter may have become sure of it with its last syllable alone.
  if (isLong(sound, rules)) return 'interrupt';
  if (settled) return isMeant(sound, rules) ? 'interrupt' : 'resume';
  return silenceMs >= (unheard ? UNHEARD_SILENCE_MS : SHORT_VOICE_SILENCE_MS) ? 'resume' : 'wait';
}

/** Clear speech in one breath, of more than listeners say. */
function isLong({ breathMs, clearMs, speech, latestText, understood }: Sound, { tolerated }: SoundRules): boolean {
  return breathMs > longestMs(latestText, understood, tolerated) && clearMs >= LEAST_CLEAR_MS && speech >= CLEAR_SPEECH;
}

function longestMs(latestText: string, understood: boolean | null, tolerated: Phrases): number {
  const isListener = tolerated.covers(latestText);
  if (understood && latestText === '') return LONGEST_WORDLESS_MS;
  if (understood && isListener) return LONGEST_UNDERSTOOD_LISTENER_MS;
  if (isListener) return DRAWN_OUT_LISTENER_MS;
  return understood === null ? LONGEST_LISTENER_MS : LONGEST_UNHEARD_MS;
}

/** Its words are understood while it goes on, and are more than listeners say: no noise has that, whatever else it is like. */
function isClaim({ latestText, understood }: Sound, { tolerated, writing }: SoundRules): boolean {
  if (!understood || writing.words(latestText).length < UNDERSTOOD_WORDS) return false;
  return !tolerated.coversPieces(latestText) && !tolerated.mayCover(latestText);
}

/**
 * Such a recognizer makes words of every noise, so that of its words only demands count; but where it has told
 * that clear speech is nothing of what listeners say, or has as many words for one breath of it as no listener says, that wants
 * the floor.
 */
export function isMeant(
  { breathMs, speech, text, latestText, interjection, understood }: Meaning,
  { demands, tolerated, writing }: SoundRules,
): boolean {
  const understoodWords = understood ? writing.words(latestText).length : 0;
  if (speech < leastSpeech(understoodWords) || breathMs < SHORTEST_MEANT_MS) return false;
  const count = Math.min(writing.words(text).length, writing.words(latestText).length);
  if (count >= WORDS_OF_SENTENCE && !tolerated.coversPieces(latestText)) return true;
  if (interjection === null) return demands.covers(text) && !tolerated.covers(text);
  return !tolerated.covers(interjection) && !tolerated.coversPieces(interjection);
}

/** How much it has to be like speech: one word may be made of a noise, several that are understood are none. */
function leastSpeech(understoodWords: number): number {
  if (understoodWords >= UNDERSTOOD_WORDS) return 0;
  return understoodWords > 0 ? CLEAR_NOISE : CLEAR_SPEECH;
}
