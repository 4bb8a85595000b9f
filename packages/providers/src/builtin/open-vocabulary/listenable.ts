import { SAMPLE_RATE_HZ } from '@parley/audio';

/*
 * What the model wants around a voice: cut off within a word, or behind a longer silence, it hears nothing in every fifth
 * voice. Of people's sentences .08 of the words are wrong so, .15 with 300 and 60 ms.
 */
const LEAD_MS = 180;
const TAIL_MS = 200;

const samplesIn = (ms: number): number => (ms * SAMPLE_RATE_HZ) / 1000;

/**
 * A voice as the model is given it, 8 kHz.
 * @param frames of it, one behind the other
 * @param around how much of them is before the voice, and behind it
 */
export function listenable(
  frames: readonly Int16Array[],
  { leadMs, tailMs }: { leadMs: number; tailMs: number },
): Int16Array<ArrayBuffer> {
  const length = frames.reduce((sum, frame) => sum + frame.length, 0);
  const all = new Int16Array(length + samplesIn(Math.max(0, TAIL_MS - tailMs)));
  let at = 0;
  for (const frame of frames) {
    all.set(frame, at);
    at += frame.length;
  }
  return all.slice(samplesIn(Math.max(0, leadMs - LEAD_MS)));
}
