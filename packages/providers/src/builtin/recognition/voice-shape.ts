import { FRAME_MS, FRAME_SAMPLES, SpeechMeter } from '@parley/audio';

/** How a short voice moves, whatever its words and its accent are. */
export interface VoiceShape {
  /** From the first audible frame to the last one. */
  durationMs: number;
  /** Of it the frames with a pitch. */
  voicedMs: number;
  /** Stretches of them: syllables, but for those that run into each other. */
  stretches: number;
  /** How much higher the last third of the voiced frames is than the first one, in semitones. */
  pitchRiseSt: number;
  /** Between the tenth part of the frames that is lowest and the one that is highest, in semitones. */
  pitchRangeSt: number;
  /** How much louder the last third of the audible frames is than the first one, in decibels. */
  levelRiseDb: number;
  /** Between the loudest audible frame and the mean one, in decibels. */
  crestDb: number;
}

interface ShapedFrame {
  semitones: number | null;
  levelDb: number;
}

/** Below the loudest frame it is the line. */
const AUDIBLE_BELOW_PEAK_DB = 25;
/** A frame within a stretch whose period is not certain. */
const LONGEST_GAP_FRAMES = 1;
const SHORTEST_STRETCH_FRAMES = 2;

const NOTHING: VoiceShape = {
  durationMs: 0,
  voicedMs: 0,
  stretches: 0,
  pitchRiseSt: 0,
  pitchRangeSt: 0,
  levelRiseDb: 0,
  crestDb: 0,
};

/** @param sound 8 kHz mono, the batches of one utterance */
export function voiceShape(sound: readonly Int16Array[]): VoiceShape {
  const frames = framesOf(sound);
  const peakDb = Math.max(...frames.map(({ levelDb }) => levelDb));
  const isAudible = ({ levelDb }: ShapedFrame): boolean => levelDb > peakDb - AUDIBLE_BELOW_PEAK_DB;
  const audible = frames.slice(frames.findIndex(isAudible), frames.findLastIndex(isAudible) + 1);
  if (audible.length === 0) return NOTHING;
  const pitches = audible.flatMap(({ semitones }) => (semitones === null ? [] : [semitones]));
  const levels = audible.filter(isAudible).map(({ levelDb }) => levelDb);
  const sorted = pitches.toSorted((a, b) => a - b);
  const quantile = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  return {
    durationMs: audible.length * FRAME_MS,
    voicedMs: pitches.length * FRAME_MS,
    stretches: stretchesOf(audible),
    pitchRiseSt: riseOf(pitches),
    pitchRangeSt: quantile(0.9) - quantile(0.1),
    levelRiseDb: riseOf(levels),
    crestDb: peakDb - mean(levels),
  };
}

function framesOf(sound: readonly Int16Array[]): ShapedFrame[] {
  const meter = new SpeechMeter();
  return sound.flatMap((samples) =>
    Array.from({ length: Math.floor(samples.length / FRAME_SAMPLES) }, (_, index) => {
      const frame = samples.subarray(index * FRAME_SAMPLES, (index + 1) * FRAME_SAMPLES);
      const { pitchHz, levelDb } = meter.push(frame, true);
      return { semitones: pitchHz === null ? null : 12 * Math.log2(pitchHz), levelDb };
    }),
  );
}

function stretchesOf(frames: readonly ShapedFrame[]): number {
  let [stretches, voiced, gap] = [0, 0, 0];
  for (const { semitones } of frames) {
    gap = semitones === null ? gap + 1 : 0;
    if (gap > LONGEST_GAP_FRAMES) voiced = 0;
    if (semitones === null) continue;
    voiced += 1;
    if (voiced === SHORTEST_STRETCH_FRAMES) stretches += 1;
  }
  return stretches;
}

/** From the first third to the last one. */
function riseOf(values: readonly number[]): number {
  const third = Math.ceil(values.length / 3);
  return third === 0 ? 0 : mean(values.slice(-third)) - mean(values.slice(0, third));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
