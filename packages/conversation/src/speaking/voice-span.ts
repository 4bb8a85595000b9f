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
