import type { ResponseLatency, TranscriptTurn } from '../conversation-event.ts';
import type { AnswerSource } from '../provider/language-model.ts';
import type { PlayedSpeech } from './playout.ts';

interface TurnDetails {
  interrupted: boolean;
  /** What the model wrote; all that was to be said, where that is not known. */
  generated?: string | undefined;
  response?: ResponseLatency | null;
  sources?: readonly AnswerSource[] | undefined;
}

/** The agent's turn of what was sent as audio; null when that was nothing. */
export function spokenTurn(
  played: PlayedSpeech | null,
  { interrupted, generated = played?.whole ?? '', response = null, sources = [] }: TurnDetails,
): TranscriptTurn | null {
  if (!played?.span || played.text === '') return null;
  const { text, words, span } = played;
  return {
    role: 'agent',
    text,
    ...span,
    interrupted,
    ...(differs(generated, text) && { generatedText: generated }),
    ...(words.length > 0 && { words }),
    ...(response && { response }),
    ...(sources.length > 0 && { sources: [...sources] }),
  };
}

const differs = (a: string, b: string): boolean => a.replace(/\s/g, '') !== b.replace(/\s/g, '');
