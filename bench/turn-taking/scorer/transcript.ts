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

/** A last word that fades out is sent as far as anyone says: within a frame of its half either is right. */
const FADE_SAMPLES = FRAME_SAMPLES;

/** Compares the text of every interrupted turn with the words of which more than half was sent. */
export function cutTurnsOf(call: RecordedCall, frames: readonly TrackFrame[], speeches: readonly Speech[]): CutTurn[] {
  return call.turns
    .filter(({ role, interrupted }) => role === 'agent' && interrupted)
    .map(({ startMs, endMs, text }) => {
      const within = frames.filter(({ at }) => msOf(at) >= startMs - 20 && msOf(at) < endMs + 20);
      const words = sentWords(within, speeches);
      const [sent, fewest, most] = [0, FADE_SAMPLES, -FADE_SAMPLES].map((slack) => textOf(words, slack));
      const written = tokensOf(text.replace(/\S+…$/, '')).join(' ');
      return { callId: call.id, atMs: endMs, sent: sent!, written, isExact: [sent, fewest, most].includes(written) };
    });
}

interface SentWord {
  /** Of what was heard before it: a line, or a reply. */
  order: number;
  word: SpeechWord;
  /** Its samples that were sent. */
  samples: Set<number>;
}

/** The words of which more than half was sent, and so many samples. */
const textOf = (words: readonly SentWord[], slack: number): string =>
  words
    .filter(({ samples, word }) => samples.size > (word.to - word.from) / 2 + slack)
    .flatMap(({ word }) => tokensOf(word.text))
    .join(' ');

/** Every word of which anything was sent, each once: what is said again after a pause is one word. */
function sentWords(frames: readonly TrackFrame[], speeches: readonly Speech[]): SentWord[] {
  const sent = new Map<string, SentWord>();
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
      const known = sent.get(key) ?? { order: [...sources].indexOf(source), word, samples: new Set<number>() };
      for (let sample = from; sample < to; sample += 1) known.samples.add(sample - word.from);
      sent.set(key, known);
    }
  }
  return [...sent.values()].sort((a, b) => a.order - b.order || a.word.inReply - b.word.inReply);
}
