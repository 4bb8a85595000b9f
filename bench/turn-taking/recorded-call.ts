import { FRAME_SAMPLES } from '@parley/audio';
import type { ConversationResult } from '@parley/conversation';
import type { ModelReply } from './agent/agent-model.ts';
import type { ServedClause } from './agent/agent-voice.ts';
import type { PlayedStimulus } from './caller/played-stimulus.ts';

/** A call that is over: the two channels sample by sample, and the truth about what was played and served. */
export interface RecordedCall {
  id: string;
  /** 8 kHz; both have the same length and the same beginning. */
  caller: Int16Array;
  agent: Int16Array;
  stimuli: PlayedStimulus[];
  replies: ModelReply[];
  clauses: ServedClause[];
  /** Read for cut turns alone. */
  turns: ConversationResult['turns'];
}

/** A channel of frames of 20 ms; null is silence. */
export function channelOf(frames: readonly (Int16Array | null)[]): Int16Array {
  const samples = new Int16Array(frames.length * FRAME_SAMPLES);
  for (const [index, frame] of frames.entries()) if (frame) samples.set(frame, index * FRAME_SAMPLES);
  return samples;
}
