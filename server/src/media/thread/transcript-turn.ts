import type { TranscriptTurn, TurnSource } from '@parley/contract';
import type { AnswerSource, ResponseLatency, TranscriptTurn as SpokenTurn } from '@parley/conversation';
import type { HoldTimes } from './hold-times.ts';
import type { SpeakerTimes } from './speaker-times.ts';

const seconds = (milliseconds: number) => Math.round(milliseconds) / 1000;

/** A turn of the conversation as the contract has it; its times are those of the call, as in the recording. */
export function toTranscriptTurn(
  turn: SpokenTurn,
  holdTimes: HoldTimes,
  speakers: Pick<SpeakerTimes, 'legOf'>,
): TranscriptTurn {
  const leg = turn.role === 'user' ? speakers.legOf(turn) : 0;
  const times = (span: { startMs: number; endMs: number }) => {
    const { startMs, endMs } = holdTimes.spanInCall(span);
    return { start: seconds(startMs), end: seconds(endMs) };
  };
  return {
    role: turn.role,
    text: turn.text,
    ...times(turn),
    interrupted: turn.interrupted,
    ...(leg > 0 && { leg }),
    ...(turn.unintelligible && { unintelligible: true as const }),
    ...(turn.language === undefined ? {} : { language: turn.language }),
    ...(turn.generatedText === undefined ? {} : { generated_text: turn.generatedText }),
    ...(turn.words === undefined ? {} : { words: turn.words.map((word) => ({ text: word.text, ...times(word) })) }),
    ...(turn.tool === undefined ? {} : { tool: turn.tool }),
    ...(turn.sources === undefined ? {} : { sources: turn.sources.map(toTurnSource) }),
    ...(turn.response === undefined ? {} : { response: toTurnResponse(turn.response) }),
  };
}

function toTurnSource({ documentId, ...source }: AnswerSource): TurnSource {
  return { document_id: documentId, ...source };
}

/** Its stages as spans, so that overlaps can be seen. */
function toTurnResponse({ responseMs, stages }: ResponseLatency): NonNullable<TranscriptTurn['response']> {
  const { endpointingMs, sttMs, modelStartMs, llmMs, ttsStartMs, ttsMs, speculated } = stages;
  const span = (stage: TurnStage['stage'], startMs: number, endMs: number): TurnStage => ({
    stage,
    start_ms: Math.round(startMs),
    end_ms: Math.round(Math.max(startMs, endMs)),
  });
  return {
    response_ms: Math.round(responseMs),
    speculated,
    stages: [
      span('endpointing', 0, endpointingMs),
      span('recognition', 0, sttMs),
      span('model', modelStartMs, modelStartMs + llmMs),
      span('synthesis', ttsStartMs, ttsStartMs + ttsMs),
      span('playout', ttsStartMs + ttsMs, responseMs),
    ],
  };
}

type TurnStage = NonNullable<TranscriptTurn['response']>['stages'][number];
