import type { RecordedNoise } from '../../recordings/noise.ts';
import type { SpeechRequest } from '../../synthesis/speech-request.ts';
import type { Place } from '../caller/places.ts';
import type { Noise } from '../stimuli/noises.ts';

export const CASE_CLASSES = [
  'interruption',
  'backchannel',
  'noise',
  'ghost word',
  'pause',
  'open pause',
  'finished',
  'answer',
  'echo',
  'double talk',
  'hold music',
  'menu',
  'second voice',
  'child',
  'whisper',
  'loss',
] as const;
export type CaseClass = (typeof CASE_CLASSES)[number];

/** The unseen thirds are printed in totals only, so that no rule is made for one of their cases. */
export type CasePart =
  | 'tuning'
  | 'strangers'
  | 'newcomers'
  | 'people'
  | 'unseen people'
  | 'languages'
  | 'unseen languages'
  | 'measured'
  | 'unseen';

type PeoplesPart = 'people' | 'unseen people';
type LanguagesPart = 'languages' | 'unseen languages';

/** Parts of English that synthesizers speak. */
export type SynthesizedPart = Exclude<CasePart, PeoplesPart | LanguagesPart>;

export const isOfPeople = (part: CasePart): part is PeoplesPart => part === 'people' || part === 'unseen people';
const isOfLanguages = (part: CasePart): part is LanguagesPart => part === 'languages' || part === 'unseen languages';
export const isSynthesized = (part: CasePart): part is SynthesizedPart => !isOfPeople(part) && !isOfLanguages(part);

export const isUnseen = (part: CasePart): boolean => part.startsWith('unseen');

/** Cases that are drawn together; a third of those that are measured with is of an unseen part. */
export type CaseSet = Exclude<CasePart, 'unseen' | 'unseen people' | 'unseen languages'>;

/** What is played. Levels are of the voiced parts, in dBov. */
export type Sound =
  | {
      type: 'speech';
      parts: SpeechRequest[];
      gapsMs: number[];
      levelDbov: number;
      /** The parts are one sentence, spoken as such: the voice before a gap sounds as if more was coming. */
      isSentence?: boolean;
    }
  | { type: 'noise'; noise: Noise; seed: number; durationMs: number; levelDbov: number }
  | {
      type: 'recording';
      noise: RecordedNoise;
      isUnseen: boolean;
      seed: number;
      durationMs: number;
      levelDbov: number;
    }
  | { type: 'babble'; voices: SpeechRequest[]; durationMs: number; levelDbov: number }
  /** Nothing but the line itself. */
  | { type: 'nothing'; durationMs: number };

/** What the agent has to do: fall silent, go on speaking, wait until the caller is done, or reply. */
export type Expectation = 'yield' | 'go_on' | 'wait' | 'reply';

export interface TestCase {
  id: string;
  class: CaseClass;
  part: CasePart;
  /** For people who look for what goes wrong: what is said, or which noise. */
  detail: string;
  sound: Sound;
  /** Played over the agent's speech, so long after it began; or into its silence, so long after it ended. */
  moment: { when: 'over' | 'silence'; afterMs: number };
  expects: Expectation;
  /** A recognizer hears the words. */
  isHeard: boolean;
  /** It begins with what a listener says: the second part is the first that claims the floor. */
  claimsLate?: boolean;
  /** What it makes of a sound without words. */
  ghostWord?: string;
  /** BCP 47, of the call. Left out: en-US. */
  language?: string;
}

/** A case without its name. */
export type Drawn = Omit<TestCase, 'id' | 'class' | 'part'>;

/** What lies between the two sides, for a whole call. */
export interface Line {
  /** In dBov; null: digital silence between the caller's sounds. */
  noiseDbov: number | null;
  echo: { gainDb: number; delayMs: number } | null;
  /** Of the caller's frames; a receiver conceals them. */
  lossRate: number;
  /** Where the caller is, if that is heard. */
  place: Place | null;
  seed: number;
}

/** One call, which holds several cases. */
export interface CallPlan {
  id: string;
  /** How much the agent has to say at a time: enough to be interrupted, or a sentence that ends with a question. */
  replies: 'long' | 'short';
  /** BCP 47. */
  language: string;
  line: Line;
  cases: TestCase[];
  /** Asked when the agent is silent and should speak. */
  questions: SpeechRequest[];
}
