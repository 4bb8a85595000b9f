import type { TranscriptTurn } from '@parley/contract';
import type { TranscriptTurn as SpokenTurn } from '@parley/conversation';
import type { HoldTimes } from './hold-times.ts';

const seconds = (milliseconds: number) => Math.round(milliseconds) / 1000;

/** A turn of the conversation as the contract has it; its times are those of the call, as in the recording. */
export function toTranscriptTurn(turn: SpokenTurn, holdTimes: HoldTimes): TranscriptTurn {
  const times = (span: { startMs: number; endMs: number }) => {
    const { startMs, endMs } = holdTimes.spanInCall(span);
    return { start: seconds(startMs), end: seconds(endMs) };
  };
  return {
    role: turn.role,
    text: turn.text,
    ...times(turn),
    interrupted: turn.interrupted,
    ...(turn.generatedText === undefined ? {} : { generated_text: turn.generatedText }),
    ...(turn.words === undefined ? {} : { words: turn.words.map((word) => ({ text: word.text, ...times(word) })) }),
    ...(turn.tool === undefined ? {} : { tool: turn.tool }),
  };
}
