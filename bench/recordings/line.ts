import type { Encoded } from './recording.ts';

/** What one person said at a time. */
export interface Line {
  /** Where it is from, and who speaks. */
  voice: string;
  /** As it is written there. */
  text: string;
  sound: Encoded;
}
