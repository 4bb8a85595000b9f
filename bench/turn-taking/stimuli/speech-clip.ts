import { levelDbfs, SAMPLE_RATE_HZ } from '@parley/audio';

/** A word of a clip, in milliseconds from its first sample. */
export interface ClipWord {
  text: string;
  startMs: number;
  endMs: number;
}

/** Sound that begins with its first audible sample and ends with its last one. */
export interface Clip {
  /** 8 kHz mono. */
  samples: Int16Array;
  /** What a perfect recognizer hears; empty for a noise. */
  words: ClipWord[];
}

/** Level of the voiced parts of every clip, before a case sets its own. */
const CLIP_DBOV = -20;

const BLOCK_SAMPLES = SAMPLE_RATE_HZ / 200;
/** The end of a word is audible down to here, below the loudest 5 ms of the clip. */
const AUDIBLE_BELOW_PEAK_DB = 38;
const MS_PER_SAMPLE = 1000 / SAMPLE_RATE_HZ;

function blockLevels(samples: Int16Array): number[] {
  const levels: number[] = [];
  for (let at = 0; at < samples.length; at += BLOCK_SAMPLES)
    levels.push(levelDbfs(samples.subarray(at, at + BLOCK_SAMPLES)));
  return levels;
}

const audibleFromDb = (levels: readonly number[]): number => Math.max(...levels) - AUDIBLE_BELOW_PEAK_DB;

/** Cuts away the silence around the sound, and the silence that a synthesizer's word times include; sets its level. */
export function clipOf(samples: Int16Array, words: readonly ClipWord[]): Clip {
  const levels = blockLevels(samples);
  const floorDb = audibleFromDb(levels);
  const first = levels.findIndex((level) => level > floorDb) * BLOCK_SAMPLES;
  const end = Math.min(samples.length, (levels.findLastIndex((level) => level > floorDb) + 1) * BLOCK_SAMPLES);
  const firstMs = first * MS_PER_SAMPLE;
  const endMs = (end - first) * MS_PER_SAMPLE;
  const audibleEndMs = (fromMs: number, untilMs: number): number => {
    const [from, until] = [fromMs, untilMs].map((ms) => Math.floor(ms / MS_PER_SAMPLE / BLOCK_SAMPLES));
    const last = levels.slice(from, until).findLastIndex((level) => level > floorDb);
    return last < 0 ? untilMs : (from! + last + 1) * BLOCK_SAMPLES * MS_PER_SAMPLE;
  };
  const timed = words.map((word) => ({
    text: word.text,
    startMs: Math.max(0, word.startMs - firstMs),
    endMs: Math.min(endMs, audibleEndMs(word.startMs, word.endMs) - firstMs),
  }));
  return withLevel({ samples: samples.slice(first, end), words: timed }, CLIP_DBOV);
}

/**
 * The sample at which something begins to be heard for 10 ms and more: recorded voices have clicks and hiss before it. 0 where nothing
 * does.
 */
export function onsetOf(samples: Int16Array): number {
  const levels = blockLevels(samples);
  const floorDb = audibleFromDb(levels);
  const first = levels.findIndex((level, index) => level > floorDb && levels[index + 1]! > floorDb);
  return Math.max(0, first) * BLOCK_SAMPLES;
}

/** The same sound, its voiced parts at this level in dBov; saturates. */
export function withLevel({ samples, words }: Clip, dbov: number): Clip {
  const levels = blockLevels(samples);
  const floorDb = Math.max(...levels) - 25;
  const voiced = levels.flatMap((level, index) =>
    level > floorDb ? [...samples.subarray(index * BLOCK_SAMPLES, (index + 1) * BLOCK_SAMPLES)] : [],
  );
  return { samples: amplified(samples, dbov - levelDbfs(Int16Array.from(voiced))), words };
}

/** @param gainDb may be negative */
export function amplified(samples: Int16Array, gainDb: number): Int16Array {
  const gain = 10 ** (gainDb / 20);
  return samples.map((sample) => Math.max(-32768, Math.min(32767, Math.round(sample * gain))));
}

/** Where a sentence is cut, it fades. */
const FADE_SAMPLES = SAMPLE_RATE_HZ / 200;

/** The clip in pieces of so many words each, cut where it is quietest between two words. */
export function cutAtWords({ samples, words }: Clip, counts: readonly number[]): Clip[] {
  const clips: Clip[] = [];
  let [from, first] = [0, 0];
  for (const count of counts) {
    const next = words[first + count];
    const until = next ? quietestAround(samples, next.startMs) : samples.length;
    const [fromMs, untilMs] = [from * MS_PER_SAMPLE, until * MS_PER_SAMPLE];
    const own = words.slice(first, first + count).map(({ text, startMs, endMs }) => ({
      text,
      startMs: Math.max(0, startMs - fromMs),
      endMs: Math.min(endMs, untilMs) - fromMs,
    }));
    clips.push({ samples: faded(samples.slice(from, until)), words: own });
    [from, first] = [until, first + count];
  }
  return clips;
}

/** Within 45 ms, as exact as the times of words are. */
function quietestAround(samples: Int16Array, ms: number): number {
  const radius = Math.round(45 / MS_PER_SAMPLE);
  const center = Math.round(ms / MS_PER_SAMPLE);
  let [found, quietest] = [center, Number.POSITIVE_INFINITY];
  for (let at = Math.max(0, center - radius); at <= center + radius; at += BLOCK_SAMPLES / 4) {
    const level = levelDbfs(samples.subarray(at, at + BLOCK_SAMPLES));
    if (level < quietest) [found, quietest] = [at, level];
  }
  return Math.min(samples.length, found);
}

function faded(samples: Int16Array): Int16Array {
  const { length } = samples;
  return samples.map((sample, at) =>
    Math.round(sample * Math.min(1, (at + 1) / FADE_SAMPLES, (length - at) / FADE_SAMPLES)),
  );
}

/** The clips one behind the other; `gapsMs` of silence between them. */
export function joined(clips: readonly Clip[], gapsMs: readonly number[]): Clip {
  const samples: number[] = [];
  const words: ClipWord[] = [];
  for (const [index, clip] of clips.entries()) {
    const atMs = samples.length * MS_PER_SAMPLE;
    words.push(...clip.words.map((word) => ({ ...word, startMs: word.startMs + atMs, endMs: word.endMs + atMs })));
    for (const sample of clip.samples) samples.push(sample);
    if (index < clips.length - 1)
      for (let left = Math.round((gapsMs[index] ?? 0) / MS_PER_SAMPLE); left > 0; left -= 1) samples.push(0);
  }
  return { samples: Int16Array.from(samples), words };
}
