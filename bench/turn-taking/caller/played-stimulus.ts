import type { TestCase } from '../cases/test-case.ts';
import type { ClipWord } from '../stimuli/speech-clip.ts';

/** The truth of one sound that the caller made. */
export interface PlayedStimulus {
  /** Null: a question that only keeps the call going. */
  testCase: TestCase | null;
  /** In samples of the recording: its first, and the one behind its last. */
  onset: number;
  end: number;
  /** In milliseconds of the recording. */
  words: ClipWord[];
}
