import type { PhraseSet } from '../languages/phrase-set.ts';
import type { Writing } from '../languages/writing.ts';

/** What is known of somebody who speaks over the agent. */
export interface Overlap {
  /** Whether the voice goes on. */
  voiceActive: boolean;
  /** From the first to the last voiced frame. */
  voicedMs: number;
  /** From the last voiced frame until now. */
  silenceMs: number;
  text: string;
  /** The recognizer has answered for all of it. */
  settled: boolean;
  /** It is known not to have listened to all of it yet. */
  unheard: boolean;
}

export type OverlapVerdict = 'wait' | 'resume' | 'interrupt';

/** A voice this long has something to say, even when the recognizer is slow to tell. */
const WORDLESS_INTERRUPTION_MS = 700;
/** A drawn-out "yeah, okay…" turns into an interruption. */
const LONG_BACKCHANNEL_MS = 1500;
/** Recognizers take back single words all the time, two in a row hardly ever. To wait costs nothing: playout is held. */
const CERTAIN_WORDS = 2;
const CERTAINTY_MS = 400;
/** "Yeah" and "Yeah, but": the second word follows within a fifth of a second. */
const BACKCHANNEL_SILENCE_MS = 200;
/** Clicks and breath are shorter than any syllable. */
const CLICK_MS = 100;
const CLICK_SILENCE_MS = 200;
/** Time for a recognizer to find words in a short voice; more, when it is behind. */
const WORDLESS_SILENCE_MS = 450;
const UNHEARD_SILENCE_MS = 2500;

export interface OverlapRules {
  /** Voice that, with words in it, is an interruption while it goes on. */
  interruptionMs: number;
  backchannels: PhraseSet;
  writing: Writing;
}

/** Decides about a voice over the agent's speech, whose playout is held meanwhile. */
export function judgeOverlap(
  overlap: Overlap,
  { interruptionMs, backchannels, writing }: OverlapRules,
): OverlapVerdict {
  if (overlap.text === '') return judgeWordless(overlap);
  if (backchannels.covers(overlap.text)) return judgeBackchannel(overlap);
  if (overlap.settled) return 'interrupt';
  if (backchannels.mayCover(overlap.text)) return judgeUncertain(overlap, LONG_BACKCHANNEL_MS);
  if (writing.words(overlap.text).length < CERTAIN_WORDS) return judgeUncertain(overlap, interruptionMs + CERTAINTY_MS);
  return overlap.voiceActive && overlap.voicedMs < interruptionMs ? 'wait' : 'interrupt';
}

function judgeWordless({ voiceActive, voicedMs, silenceMs, settled, unheard }: Overlap): OverlapVerdict {
  if (voiceActive) return voicedMs > WORDLESS_INTERRUPTION_MS ? 'interrupt' : 'wait';
  if (settled) return 'resume';
  if (unheard) return silenceMs >= UNHEARD_SILENCE_MS ? 'resume' : 'wait';
  return silenceMs >= (voicedMs < CLICK_MS ? CLICK_SILENCE_MS : WORDLESS_SILENCE_MS) ? 'resume' : 'wait';
}

function judgeBackchannel({ voiceActive, voicedMs, silenceMs }: Overlap): OverlapVerdict {
  if (voiceActive) return voicedMs > LONG_BACKCHANNEL_MS ? 'interrupt' : 'wait';
  return silenceMs >= BACKCHANNEL_SILENCE_MS ? 'resume' : 'wait';
}

/** "I" may become "I see", and a recognizer's first guess anything: the next word tells, or the end of the voice. */
function judgeUncertain({ voiceActive, voicedMs, silenceMs }: Overlap, certainAfterMs: number): OverlapVerdict {
  const hasHadTime = voiceActive ? voicedMs > certainAfterMs : silenceMs >= WORDLESS_SILENCE_MS;
  return hasHadTime ? 'interrupt' : 'wait';
}
