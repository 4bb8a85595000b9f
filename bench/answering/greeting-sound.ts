// A greeting as it comes down the line, and where in it each word is.
import { decodeG711, encodeG711, mix, tone } from '@parley/audio';
import { Random } from '../chaos/random.ts';
import type { Greeting, Part, Speaker } from './greeting.ts';
import { speechOf } from './speakers.ts';

const SAMPLES_PER_MS = 8;

export interface SoundedWord {
  text: string;
  startMs: number;
  endMs: number;
}

/** A stretch of audio, with times from its beginning. */
export interface Sounded {
  samples: Int16Array;
  words: SoundedWord[];
  /** Where speech is. */
  spans: { startMs: number; endMs: number }[];
  /** Ends of beeps. */
  beepsMs: number[];
}

export interface GreetingSound extends Sounded {
  reply: Sounded | null;
  prompt: Sounded | null;
  /** 20 ms frame of the background at media time `atMs`. */
  background: Int16Array;
}

export async function greetingSound(greeting: Greeting): Promise<GreetingSound> {
  const { parts, speaker, reply, prompt, seed } = greeting;
  const random = new Random(seed ^ 0x5eed);
  return {
    ...(await sounded(parts, speaker, random)),
    reply: reply && (await sounded([reply], speaker, random)),
    prompt: prompt && (await sounded([prompt], speaker, random)),
    background: noise(greeting.noiseDbfs, random),
  };
}

async function sounded(parts: readonly Part[], speaker: Speaker, random: Random): Promise<Sounded> {
  const pieces: Int16Array[] = [];
  const whole: Sounded = { samples: new Int16Array(), words: [], spans: [], beepsMs: [] };
  let atMs = 0;
  for (const part of parts) {
    const samples = await soundOf(part, speaker, random);
    const endMs = atMs + samples.length / SAMPLES_PER_MS;
    if (part.type === 'speech') {
      whole.spans.push({ startMs: atMs, endMs });
      whole.words.push(...wordsOf(part.written, atMs, endMs));
    }
    if (part.type === 'beep') whole.beepsMs.push(endMs);
    pieces.push(samples);
    atMs = endMs;
  }
  return { ...whole, samples: throughTelephone(joined(pieces)) };
}

async function soundOf(part: Part, speaker: Speaker, random: Random): Promise<Int16Array> {
  switch (part.type) {
    case 'speech': {
      const gain = 10 ** (part.gainDb / 20);
      return (await speechOf(speaker, part.spoken)).map((sample) => sample * gain);
    }
    case 'silence':
      return new Int16Array(part.ms * SAMPLES_PER_MS);
    case 'beep':
      return tone([part.hz], part.ms, { amplitude: 0.2 });
    case 'music':
      return music(part.ms, random);
  }
}

/** Chords that change twice a second. */
function music(ms: number, random: Random): Int16Array {
  const chords: Int16Array[] = [];
  for (let atMs = 0; atMs < ms; atMs += 500) {
    const rootHz = 220 * 2 ** (Math.floor(random.between(0, 12)) / 12);
    chords.push(tone([rootHz, rootHz * 1.26, rootHz * 1.5, rootHz * 2], 500, { amplitude: 0.25 }));
  }
  return joined(chords).subarray(0, ms * SAMPLES_PER_MS);
}

/** Words take time by their letters; where words are not spaced, by clauses. */
function wordsOf(text: string, startMs: number, endMs: number): SoundedWord[] {
  const words = text.split(/\s+|(?<=[、。])/).filter((word) => word !== '');
  const letters = words.reduce((sum, word) => sum + word.length, 0);
  let at = 0;
  return words.map((word) => {
    const from = at;
    at += word.length;
    const timeOf = (count: number): number => startMs + ((endMs - startMs) * count) / letters;
    return { text: word, startMs: timeOf(from), endMs: timeOf(at) };
  });
}

const throughTelephone = (samples: Int16Array): Int16Array => decodeG711('PCMU', encodeG711('PCMU', samples));

/** A second of it, which is heard over and over. */
function noise(dbfs: number | null, random: Random): Int16Array {
  if (dbfs === null) return new Int16Array(8000);
  const peak = 32768 * 10 ** (dbfs / 20) * Math.sqrt(3);
  let low = 0;
  return Int16Array.from({ length: 8000 }, () => {
    low = 0.6 * low + 0.8 * (2 * random.next() - 1);
    return low * peak;
  });
}

/** Both at once. */
export const over = mix;

function joined(pieces: readonly Int16Array[]): Int16Array {
  const whole = new Int16Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
