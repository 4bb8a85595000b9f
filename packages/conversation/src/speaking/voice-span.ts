import type { TurnState } from '../turns/turn-state.ts';
import type { PlayedSpeech } from './playout.ts';

/** A voice of the caller, in media time; one that goes on has no end yet. */
export interface VoiceSpan {
  onsetMs: number;
  untilMs: number;
}

/** Whether the voice was there while the speech was heard. */
export function isSpokenOver(played: PlayedSpeech | null, over: VoiceSpan | null): boolean {
  if (!played?.span || !over) return false;
  return over.onsetMs < played.span.endMs + played.unplayedMs && over.untilMs > played.span.startMs;
}

/** Over what the agent's speech is dropped. A key is pressed over whatever is being said. */
export function droppingSpan(
  cause: 'voice' | 'key' | null,
  { voice, utterance }: Pick<TurnState, 'voice' | 'utterance'>,
): VoiceSpan | null {
  if (cause === null) return null;
  if (cause === 'key') return { onsetMs: 0, untilMs: Number.POSITIVE_INFINITY };
  const onsetMs = Math.min(voice.onsetMs, utterance.startMs ?? voice.onsetMs);
  return { onsetMs, untilMs: voice.active ? Number.POSITIVE_INFINITY : voice.untilMs };
}
