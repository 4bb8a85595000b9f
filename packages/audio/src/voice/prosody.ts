import { FRAME_MS } from '../frame.ts';
import { VOICED } from './voice-features.ts';
import type { VoiceHistory } from './voice-history.ts';

/** How a voice sounded before it paused, by its last voiced stretch. */
export interface Prosody {
  /** Of the last 260 ms of that stretch, semitones a second; null when less than 80 ms were voiced. */
  pitchSlope: number | null;
  /** Of its last 100 ms, semitones over the speaker's median; null until that is known, and when nothing was voiced. */
  finalPitch: number | null;
  /** Of its last 260 ms, dB a second; null as the pitch's. */
  energySlope: number | null;
  /** Which way the pitch went in them by more than a semitone and a quarter; null as the pitch's slope. */
  contour: 'rising' | 'level' | 'falling' | null;
  /** Duration of that stretch: the last syllables, which a speaker draws out at the end of a turn. 0 when nothing was voiced. */
  lastVoicedMs: number;
}

const LOOK_BACK_FRAMES = 1500 / FRAME_MS;
const SLOPE_FRAMES = 13;
const FINAL_FRAMES = 5;
const LEAST_FRAMES = 4;
/** A frame within a stretch whose period is not certain: a tap, a glottal stop. */
const LONGEST_GAP_FRAMES = 1;
const CONTOUR_SEMITONES = 1.25;
const OCTAVE = 12;
/** A change that is nearer than this to an octave between two frames is the tracker's, not the voice's. */
const OCTAVE_TOLERANCE = 2.5;

interface VoicedFrame {
  /** Before the newest frame. */
  ago: number;
  semitones: number;
  levelDb: number;
}

/** The last voiced stretch, oldest frame first. */
function lastStretch(history: VoiceHistory): VoicedFrame[] {
  const stretch: VoicedFrame[] = [];
  let gap = 0;
  for (let ago = 0; ago < Math.min(history.length, LOOK_BACK_FRAMES); ago++) {
    const row = history.at(ago);
    if (history.periodicity[row]! >= VOICED) {
      stretch.unshift({ ago, semitones: history.pitch[row]!, levelDb: history.levelDb[row]! });
      gap = 0;
    } else if (stretch.length > 0) {
      gap += 1;
      if (gap > LONGEST_GAP_FRAMES) break;
    }
  }
  return stretch;
}

/** Takes leaps of an octave back, so that most frames stay where the tracker had them. */
function withoutOctaveLeaps(stretch: readonly VoicedFrame[]): VoicedFrame[] {
  const shifts: number[] = [];
  let shift = 0;
  for (const [i, { semitones }] of stretch.entries()) {
    const change = i === 0 ? 0 : semitones - stretch[i - 1]!.semitones;
    if (Math.abs(Math.abs(change) - OCTAVE) < OCTAVE_TOLERANCE) shift -= Math.sign(change) * OCTAVE;
    shifts.push(shift);
  }
  const usual = median(shifts);
  return stretch.map((frame, i) => ({ ...frame, semitones: frame.semitones + shifts[i]! - usual }));
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}

/** By the median of the slopes of all pairs (Theil 1950, Sen 1968), a second: a frame that is off does not count. */
function slopeOf(frames: readonly VoicedFrame[], value: (frame: VoicedFrame) => number): number {
  const slopes = frames.flatMap((later, i) =>
    frames
      .slice(0, i)
      .map((earlier) => ((value(later) - value(earlier)) * 1000) / ((earlier.ago - later.ago) * FRAME_MS)),
  );
  return median(slopes);
}

function contourOf(semitones: number): 'rising' | 'level' | 'falling' {
  if (semitones > CONTOUR_SEMITONES) return 'rising';
  return semitones < -CONTOUR_SEMITONES ? 'falling' : 'level';
}

/**
 * The prosody of what was heard last.
 * @param medianPitch of the speaker, semitones over 55 Hz
 */
export function measureProsody(history: VoiceHistory, medianPitch: number | null): Prosody {
  const stretch = withoutOctaveLeaps(lastStretch(history));
  if (stretch.length === 0)
    return { pitchSlope: null, finalPitch: null, energySlope: null, contour: null, lastVoicedMs: 0 };
  const newest = stretch.at(-1)!.ago;
  const lastVoicedMs = (stretch[0]!.ago - newest + 1) * FRAME_MS;
  const final = median(stretch.slice(-FINAL_FRAMES).map(({ semitones }) => semitones));
  const finalPitch = medianPitch === null ? null : final - medianPitch;
  const recent = stretch.filter(({ ago }) => ago - newest < SLOPE_FRAMES);
  if (recent.length < LEAST_FRAMES)
    return { pitchSlope: null, finalPitch, energySlope: null, contour: null, lastVoicedMs };
  const pitchSlope = slopeOf(recent, ({ semitones }) => semitones);
  const spanMs = (recent[0]!.ago - newest) * FRAME_MS;
  return {
    pitchSlope,
    finalPitch,
    energySlope: slopeOf(recent, ({ levelDb }) => levelDb),
    contour: contourOf((pitchSlope * spanMs) / 1000),
    lastVoicedMs,
  };
}
