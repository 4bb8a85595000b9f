import type { Phrases } from '../languages/phrase-set.ts';
import type { Writing } from '../languages/writing.ts';

/** What is known of a voice that speaks over the agent. */
export interface Overlap {
  /** Whether the voice goes on. */
  voiceActive: boolean;
  /** From the first to the last voiced frame. */
  voicedMs: number;
  /** Of that, since the voice began that goes on. */
  stretchMs: number;
  /** The length of the last stretch of it that only closures of consonants interrupt. */
  breathMs: number;
  /** For how long that breath was clearly speech. */
  clearMs: number;
  /** For so long a voice has gone on that its words, if there are any, do not tell of. */
  untoldMs: number;
  /** From the last voiced frame until now. */
  silenceMs: number;
  /** How likely it is one person speaking, and no noise, music or babble: 0 to 1. */
  speech: number;
  text: string;
  /** Since the text last changed. */
  sinceTextMs: number;
  /** The recognizer has answered for all of it. */
  settled: boolean;
  /** It is known not to have listened to all of it yet. */
  unheard: boolean;
  /** It has words for whatever is said, while it is said: a voice for which it has none is hardly speech. */
  tellsSoon: boolean;
  /** It may take the newest word back, and does that so often that it is waited for. */
  newest: 'stays' | 'may_change' | 'often_changes';
}

/** `resume`: it means nothing, and the agent goes on at full level. `stop_short`: it falls silent until its words are certain. */
export type OverlapVerdict = 'wait' | 'resume' | 'stop_short' | 'interrupt';

/** Speech this long takes the turn, even when the recognizer is slow to tell: people who only listen say less. */
const WORDLESS_INTERRUPTION_MS = 720;
/** Where words are known half a second after they are said. */
const UNTOLD_INTERRUPTION_MS = 1400;
/** A voice behind a backchannel: another one in one breath with it is shorter. */
const UNTOLD_BEHIND_WORDS_MS = 720;
/** "Oh okay": people draw out the second word for up to 800 ms, and a quick recognizer knows it soon after. */
const DRAWN_OUT_MS = 1100;
/** Phrases of a listener's that begin with "I" are shorter, in one breath; those of two longer words ("bardzo dobrze") are not. */
const FRAGMENT_INTERRUPTION_MS = { short: 900, long: 1300 };
/** So much is clearly one person speaking, so little clearly is not. */
export const CLEAR_SPEECH = 0.7;
export const CLEAR_NOISE = 0.3;
/** How long a sound has to be to be known for a noise: itself, since the one before it may have been a person's. */
export const JUDGED_NOISE_MS = 300;
/** What is neither by then stays so. */
export const UNCERTAIN_MS = 2000;
/** A drawn-out "yeah, okay…" turns into an interruption. */
const LONG_BACKCHANNEL_MS = 1500;
/** So long after its last word a voice that goes on says something that the recognizer does not understand. */
const UNKNOWN_WORDS_MS = 900;
/** Recognizers make single words of noises, and take them back; two in a row hardly ever. */
const CERTAIN_WORDS = 2;
const CERTAINTY_MS = 400;
/** "Um" and then speech takes the turn; a listener's sound is over by then, and speech is distinguished from noise. */
const FILLED_INTERRUPTION_MS = 700;
const FILLED_STRETCH_MS = 140;
/** Who says "um" and has said nothing more by then listens on. */
const FILLED_SILENCE_MS = 650;
/** "Yeah" and "Yeah, but": the second word follows within a fifth of a second. */
const BACKCHANNEL_SILENCE_MS = 200;
/** Time for a recognizer to find words in a short voice; more, when it is behind. */
const WORDLESS_SILENCE_MS = 450;
const UNHEARD_SILENCE_MS = 2500;
/** A final that would have had more words has come by then. */
const FRAGMENT_SILENCE_MS = 1500;

export interface OverlapRules {
  /** Voice that, with words in it, is an interruption while it goes on. */
  interruptionMs: number;
  /** What may be said without wanting the floor. */
  backchannels: Phrases;
  /** What may be said before one takes it. */
  hesitations: Phrases;
  /** What wants the agent to be silent, however it sounds. */
  demands: Phrases;
  writing: Writing;
}

/** Decides about a voice over the agent's speech, which goes on more quietly meanwhile. */
export function judgeOverlap(
  overlap: Overlap,
  { interruptionMs, backchannels, hesitations, demands, writing }: OverlapRules,
): OverlapVerdict {
  if (overlap.text === '') return judgeWordless(overlap);
  if (backchannels.covers(overlap.text))
    return hesitations.covers(overlap.text) ? judgeFilledPause(overlap) : judgeBackchannel(overlap);
  const words = writing.words(overlap.text);
  // Who says "um" and then something is not only listening.
  if (words.length > 1 && hesitations.covers(words[0]!) && goesOnBehindFiller(overlap)) return 'interrupt';
  if (backchannels.coversPieces(overlap.text)) return judgeFragment(overlap);
  const count = words.length;
  const isDemand = mayDemand(overlap.text, demands);
  if (!isDemand && isGhost(count, overlap.speech)) return judgeGhost(overlap);
  if (overlap.settled) return 'interrupt';
  if (backchannels.mayCover(overlap.text)) return judgeFragment(overlap);
  const isCertain = isDemand || count >= CERTAIN_WORDS || overlap.speech >= CLEAR_SPEECH;
  const isDue = isCertain ? hasBegun(overlap, interruptionMs) : isBelieved(overlap, interruptionMs + CERTAINTY_MS);
  if (!isDue) return 'wait';
  if (isDemand || overlap.newest === 'stays' || !hangsOnNewestWord(words, backchannels)) return 'interrupt';
  return overlap.newest === 'often_changes' ? 'wait' : 'stop_short';
}

/** Before the newest word came nothing wanted the floor. */
export function hangsOnNewestWord(words: readonly string[], backchannels: Phrases): boolean {
  const before = words.slice(0, -1).join(' ');
  return before === '' || backchannels.covers(before) || backchannels.mayCover(before);
}

/** Words like "a" begin everything, and are made of noises. */
const SHORTEST_BEGINNING = 3;
const isLongEnough = (beginning: string): boolean => beginning.trim().length >= SHORTEST_BEGINNING;

/** It wants the agent to be silent, or begins to say so: "hold" of "hold on". */
export const mayDemand = (text: string, demands: Pick<Phrases, 'covers' | 'mayCover'>): boolean =>
  demands.covers(text) || (isLongEnough(text) && demands.mayCover(text));

/** A single word that a recognizer has made of what clearly is no speech. */
export const isGhost = (wordCount: number, speech: number): boolean =>
  wordCount < CERTAIN_WORDS && speech < CLEAR_NOISE;

/** Another word may follow, and the audio turn out to be speech. */
function judgeGhost({ voiceActive, breathMs, silenceMs }: Overlap): OverlapVerdict {
  const isOver = voiceActive ? breathMs >= JUDGED_NOISE_MS : silenceMs >= BACKCHANNEL_SILENCE_MS;
  return isOver ? 'resume' : 'wait';
}

function judgeWordless(overlap: Overlap): OverlapVerdict {
  const { voiceActive, voicedMs, breathMs, stretchMs, silenceMs, speech, settled, unheard, tellsSoon } = overlap;
  if (voiceActive) {
    if (breathMs >= JUDGED_NOISE_MS && speech < CLEAR_NOISE) return 'resume';
    if (voicedMs >= UNCERTAIN_MS && speech < CLEAR_SPEECH) return 'resume';
    // A person in the room pauses between words, too, and a quick recognizer has none of them.
    const isLong = tellsSoon ? stretchMs > UNTOLD_INTERRUPTION_MS : voicedMs > WORDLESS_INTERRUPTION_MS;
    return isLong && speech >= CLEAR_SPEECH ? 'interrupt' : 'wait';
  }
  if (settled) return 'resume';
  if (unheard) return silenceMs >= UNHEARD_SILENCE_MS ? 'resume' : 'wait';
  return silenceMs >= (speech < CLEAR_NOISE ? BACKCHANNEL_SILENCE_MS : WORDLESS_SILENCE_MS) ? 'resume' : 'wait';
}

function judgeBackchannel(overlap: Overlap): OverlapVerdict {
  const { voiceActive, voicedMs, silenceMs, speech, sinceTextMs } = overlap;
  if (!voiceActive) return silenceMs >= BACKCHANNEL_SILENCE_MS ? 'resume' : 'wait';
  if (goesOn(overlap)) return 'interrupt';
  if (voicedMs <= LONG_BACKCHANNEL_MS || sinceTextMs <= UNKNOWN_WORDS_MS) return 'wait';
  return speech >= CLEAR_SPEECH ? 'interrupt' : 'resume';
}

function judgeFilledPause(overlap: Overlap): OverlapVerdict {
  const { voiceActive, stretchMs, silenceMs, speech } = overlap;
  if (!voiceActive) return silenceMs >= FILLED_SILENCE_MS ? 'resume' : 'wait';
  if (stretchMs >= JUDGED_NOISE_MS && speech < CLEAR_NOISE) return 'resume';
  return goesOnBehindFiller(overlap) ? 'interrupt' : 'wait';
}

function goesOnBehindFiller({ voiceActive, voicedMs, stretchMs, speech }: Overlap): boolean {
  const isLong = voicedMs >= FILLED_INTERRUPTION_MS && stretchMs >= FILLED_STRETCH_MS;
  return voiceActive && isLong && speech >= CLEAR_SPEECH;
}

/** More is said than the words that are known, and more than a listener would say. */
const goesOn = ({ untoldMs, speech, tellsSoon }: Overlap): boolean =>
  untoldMs > (tellsSoon ? DRAWN_OUT_MS : UNTOLD_BEHIND_WORDS_MS) && speech >= CLEAR_SPEECH;

/** How long a voice may be of which so much is known, and which may be a listener's, in milliseconds. */
export const fragmentLimitMs = (text: string): number =>
  isLongEnough(text) ? FRAGMENT_INTERRUPTION_MS.long : FRAGMENT_INTERRUPTION_MS.short;

/** "I" may become "I see": the next word tells, or the end of the voice. */
function judgeFragment({ voiceActive, voicedMs, silenceMs, speech, settled, text }: Overlap): OverlapVerdict {
  if (voiceActive) {
    const longestMs = speech >= CLEAR_SPEECH ? fragmentLimitMs(text) : LONG_BACKCHANNEL_MS;
    return voicedMs > longestMs ? 'interrupt' : 'wait';
  }
  return settled || silenceMs >= FRAGMENT_SILENCE_MS ? 'resume' : 'wait';
}

const hasBegun = ({ voiceActive, voicedMs }: Overlap, afterMs: number): boolean => !voiceActive || voicedMs >= afterMs;

/** A recognizer's first guess may be anything. */
const isBelieved = ({ voiceActive, voicedMs, silenceMs }: Overlap, afterMs: number): boolean =>
  voiceActive ? voicedMs > afterMs : silenceMs >= WORDLESS_SILENCE_MS;
