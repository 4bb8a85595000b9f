import { FRAME_SAMPLES, SAMPLE_RATE_HZ } from '@parley/audio';
import { add, between, oneOf, type Random, samplesOf, sum } from './signal-parts.ts';
import type { SpeechKind, Utterance } from './speakers.ts';
import { inRoom, noiseOf, overLine, telephoneBand, toLevel, uneven, varied } from './telephone-line.ts';

export type NoiseCondition = 'clean' | '-50 dBov' | '20 dB SNR';

/** One sound in a scene, in samples. */
export interface Segment {
  kind: SpeechKind | string;
  isSpeech: boolean;
  from: number;
  to: number;
}

/** Some seconds of a line: noise, sometimes the caller first, then the sound in question. */
export interface Scene {
  samples: Int16Array;
  segments: Segment[];
}

/** What scenes are made of. */
export interface Sounds {
  utterances: readonly Utterance[];
  noises: Readonly<Record<string, (random: Random) => Float64Array>>;
}

const LONGEST_SECONDS = 4;
const MOST_VOICES = 10;
/** Fewer can be made out, one by one. */
const LEAST_VOICES = 5;

/** The caller was heard before: `second` is another voice in the room, which only its level tells from the caller's. */
const BABBLE = 'babble';
/** A full room, or a television, as near as the caller: no level tells it from a voice, and no reverberation need to. */
const LOUD_BABBLE = 'loud babble';
const SECOND = 'second voice';

export const kindsOf = ({ noises }: Sounds): string[] => [...Object.keys(noises), BABBLE, LOUD_BABBLE, SECOND];

function babble({ utterances }: Sounds, room: number, random: Random): Float64Array {
  const length = samplesOf(between(random, 2, 4));
  const voices = Array.from({ length: Math.round(between(random, LEAST_VOICES, MOST_VOICES)) }, () => {
    const voice = new Float64Array(length);
    for (let at = -samplesOf(random()); at < length; ) {
      const said = toLevel(oneOf(random, utterances).samples, -30 + between(random, -4, 4));
      add(voice, at < 0 ? said.subarray(-at) : said, at);
      at += said.length + samplesOf(0.2 * random());
    }
    return voice;
  });
  return room > 0 ? inRoom(sum(voices), room, random) : sum(voices);
}

/** The noise that goes through the whole scene, by the level of the sound in question. */
function backgroundDb(condition: NoiseCondition | null, levelDb: number, random: Random): number {
  if (condition === 'clean') return -72;
  if (condition === '-50 dBov') return -50;
  if (condition === '20 dB SNR') return levelDb - 20;
  return random() < 0.3 ? -72 : Math.min(levelDb - 10, between(random, -68, -42));
}

export interface SceneOrder {
  /** A kind of noise, or null for speech. */
  noise: string | null;
  /** Null: any. */
  condition: NoiseCondition | null;
}

export function makeScene(sounds: Sounds, { noise, condition }: SceneOrder, random: Random): Scene {
  const callerDb = between(random, -34, -16);
  const callerFirst = noise === SECOND || random() < 0.5;
  const segments: Segment[] = [];
  const parts: { at: number; samples: Float64Array }[] = [];
  let at = samplesOf(between(random, 0.6, 1.6));
  const place = (kind: string, isSpeech: boolean, sound: Float64Array) => {
    const samples = sound.subarray(0, samplesOf(LONGEST_SECONDS));
    parts.push({ at, samples });
    segments.push({ kind, isSpeech, from: at, to: at + samples.length });
    at += samples.length;
  };
  const speech = (of: readonly Utterance[], levelDb: number, room: number) => {
    const { kind, samples } = oneOf(random, of);
    const near = random() < 0.5 ? varied(samples, random) : uneven(varied(samples, random), random);
    return { kind, samples: toLevel(telephoneBand(room > 0 ? inRoom(near, room, random) : near, random), levelDb) };
  };
  if (callerFirst) {
    const sentences = sounds.utterances.filter(({ kind }) => kind === 'sentence');
    for (let said = 0; said < samplesOf(2); ) {
      const before = at;
      place('sentence', true, speech(sentences, callerDb, 0).samples);
      said += at - before;
      at += samplesOf(between(random, 0.1, 0.5));
    }
    at += samplesOf(between(random, 0.4, 1.4));
  }
  let targetDb = callerDb;
  if (noise === null) {
    targetDb = callerDb + between(random, -4, 4);
    const { kind, samples } = speech(sounds.utterances, targetDb, random() < 0.3 ? 0.08 : 0);
    place(kind, true, samples);
  } else if (noise === SECOND) {
    targetDb = callerDb - between(random, 10, 22);
    place(SECOND, false, speech(sounds.utterances, targetDb, between(random, 0.1, 0.5)).samples);
  } else {
    targetDb = noise === BABBLE ? callerDb - between(random, 6, 22) : between(random, -42, -14);
    const room = noise === LOUD_BABBLE && random() < 0.6 ? 0 : between(random, 0.1, 0.4);
    const isBabble = noise === BABBLE || noise === LOUD_BABBLE;
    const sound = isBabble ? babble(sounds, room, random) : sounds.noises[noise]!(random);
    place(noise, false, toLevel(telephoneBand(sound, random), targetDb));
  }
  const length = Math.ceil((at + 0.5 * SAMPLE_RATE_HZ) / FRAME_SAMPLES) * FRAME_SAMPLES;
  const line = noiseOf(length, backgroundDb(condition, targetDb, random), random);
  for (const part of parts) add(line, part.samples, part.at);
  return { samples: overLine(line), segments };
}
