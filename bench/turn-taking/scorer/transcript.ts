import { FRAME_SAMPLES } from '@parley/audio';
import type { RecordedCall } from '../recorded-call.ts';
import type { TrackFrame } from './agent-track.ts';
import { type Speech, type SpeechWord, tokensOf } from './speech.ts';
import { msOf } from './verdict.ts';

/** An agent's turn that was interrupted: what was sent of it, and what the transcript has. */
export interface CutTurn {
  callId: string;
  atMs: number;
  sent: string;
  written: string;
  isExact: boolean;
}

/** Compares the text of every interrupted turn with the words of which more than half was sent. */
export function cutTurnsOf(call: RecordedCall, frames: readonly TrackFrame[], speeches: readonly Speech[]): CutTurn[] {
  return call.turns
    .filter(({ role, interrupted }) => role === 'agent' && interrupted)
    .map(({ startMs, endMs, text }) => {
      const within = frames.filter(({ at }) => msOf(at) >= startMs - 20 && msOf(at) < endMs + 20);
      const sent = sentWords(within, speeches);
      const written = tokensOf(text.replace(/\S+…$/, ''));
      return {
        callId: call.id,
        atMs: endMs,
        sent: sent.join(' '),
        written: written.join(' '),
        isExact: sent.join(' ') === written.join(' '),
      };
    });
}

/** Words of which more than half was sent, each once: what is said again after a pause is one word. */
function sentWords(frames: readonly TrackFrame[], speeches: readonly Speech[]): string[] {
  const sent = new Map<string, { order: number; pieces: Set<number>; word: SpeechWord }>();
  /** In the order in which they were heard. */
  const sources = new Set<string>();
  for (const { place } of frames) {
    if (!place) continue;
    const { words, reply } = speeches[place.speech]!;
    for (const word of words) {
      const from = Math.max(word.from, place.position);
      const to = Math.min(word.to, place.position + FRAME_SAMPLES);
      if (to <= from) continue;
      const source = reply === null ? `line ${place.speech}` : `reply ${reply}`;
      sources.add(source);
      const key = `${source}/${word.inReply}`;
      const known = sent.get(key) ?? { order: [...sources].indexOf(source), pieces: new Set<number>(), word };
      for (let sample = from; sample < to; sample += 1) known.pieces.add(sample - word.from);
      sent.set(key, known);
    }
  }
  return [...sent.values()]
    .filter(({ pieces, word }) => pieces.size > (word.to - word.from) / 2)
    .sort((a, b) => a.order - b.order || a.word.inReply - b.word.inReply)
    .flatMap(({ word }) => tokensOf(word.text));
}
