import type { Phrases } from '../languages/phrase-set.ts';
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
  'voiceActive' | 'voicedMs' | 'breathMs' | 'silenceMs' | 'speech' | 'text' | 'settled' | 'unheard'
>;

/** Two backchannels in one breath ("yeah, okay") are over by then; a sentence is not. */
const LONGEST_LISTENER_MS = 850;
/** Time for a recognizer to say what a short voice was. */
const SHORT_VOICE_SILENCE_MS = 450;
const UNHEARD_SILENCE_MS = 2500;

/**
 * Decides about a voice over the agent's speech where a recognizer takes whatever is said for what it expects: the sound
 * decides, by how long it lasts and by how much it is like speech. Of what is short, those words count that are `meant`
 * for the agent, when they are final.
 */
export function judgeBySound(sound: Sound, meant: Pick<Phrases, 'covers'>): OverlapVerdict {
  const { voiceActive, voicedMs, breathMs, silenceMs, speech, settled, unheard } = sound;
  if (voiceActive) {
    if (voicedMs >= JUDGED_NOISE_MS && speech < CLEAR_NOISE) return 'resume';
    if (voicedMs >= UNCERTAIN_MS && speech < CLEAR_SPEECH) return 'resume';
    return breathMs > LONGEST_LISTENER_MS && speech >= CLEAR_SPEECH ? 'interrupt' : 'wait';
  }
  if (settled) return isMeant(sound, meant) ? 'interrupt' : 'resume';
  return silenceMs >= (unheard ? UNHEARD_SILENCE_MS : SHORT_VOICE_SILENCE_MS) ? 'resume' : 'wait';
}

/** Such a recognizer makes words of every noise. */
export const isMeant = ({ speech, text }: Pick<Sound, 'speech' | 'text'>, meant: Pick<Phrases, 'covers'>): boolean =>
  speech >= CLEAR_SPEECH && meant.covers(text);
