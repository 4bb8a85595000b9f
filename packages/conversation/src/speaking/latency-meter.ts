import { FRAME_MS } from '@parley/audio';
import type { ResponseLatency } from '../conversation-event.ts';

/** What is known of a turn of the user that wants an answer; media time. */
export interface AnsweredTurn {
  voiceEndMs: number;
  lastTextMs: number;
  committedMs: number;
}

export interface PreparedReply {
  requestedMs: number;
  firstTextMs: number | null;
  firstClauseMs: number | null;
  firstSoundMs: number | null;
}

/**
 * The response as it was heard: from the tick that brought the user's last voiced frame to the tick that sends the
 * agent's first one.
 * @param firstFrameMs media time at which that first frame begins
 */
export function responseLatency(turn: AnsweredTurn, reply: PreparedReply, firstFrameMs: number): ResponseLatency {
  const { voiceEndMs, lastTextMs, committedMs } = turn;
  const { requestedMs, firstTextMs, firstClauseMs, firstSoundMs } = reply;
  const firstText = firstTextMs ?? requestedMs;
  const firstClause = firstClauseMs ?? firstText;
  return {
    responseMs: firstFrameMs + FRAME_MS - voiceEndMs,
    stages: {
      endpointingMs: committedMs - voiceEndMs,
      sttMs: Math.max(0, lastTextMs - voiceEndMs),
      llmMs: firstText - requestedMs,
      ttsMs: Math.max(0, (firstSoundMs ?? firstClause) - firstClause),
      speculated: requestedMs < committedMs,
      modelStartMs: requestedMs - voiceEndMs,
      ttsStartMs: firstClause - voiceEndMs,
    },
  };
}
