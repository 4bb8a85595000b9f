import type { TokenTranscript } from './moonshine.ts';
import type { Interjections } from './written-interjections.ts';

/** To the process: what is native has ended one before it. */
export const WITHOUT_NATIVE = '--without-native';

/** Something will be asked soon. */
export interface Preparation {
  type: 'prepare';
}

/** What is asked about a sound, which the asking thread numbers. */
export type OpenCommand = { sound: number } & (
  | {
      type: 'hear';
      samples: Int16Array<ArrayBuffer>;
      /** Tokens that its words are likely to begin with. */
      draft: readonly number[];
      /** Words that it is known to begin with; empty: none. */
      known: string;
      /** The call waits for it: it comes before what does not, with all that is asked of it. */
      isUrgent: boolean;
    }
  /** How likely this text is what was heard in the sound. */
  | { type: 'weigh'; text: string }
  /** What it would be as something that is said while another one speaks. */
  | { type: 'interject' }
  /** Nothing more will be asked about it; what is under way ends. */
  | { type: 'forget' }
);

/** What is said of a sound. */
export type OpenReport = { sound: number } & (
  | ({ type: 'heard' } & TokenTranscript)
  | { type: 'weighed'; text: string; logProbability: number; tokens: number }
  | { type: 'interjected'; interjections: Interjections }
  | { type: 'failed'; message: string }
);

/** `client`: which thread asks. */
export type HostCommand = OpenCommand & { client: number };
export type HostReport = OpenReport & { client: number };

/** To a thread that asks: what it has asked has no answer, for the model's process has ended. */
export interface OpenLoss {
  type: 'lost';
}
