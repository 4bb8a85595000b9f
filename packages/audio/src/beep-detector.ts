import { FRAME_MS } from './frame.ts';
import { type SteadyTone, steadyToneIn } from './steady-tone.ts';

/** A tone of 120 ms covers five whole frames however it lies. */
const SHORTEST_FRAMES = 5;
/** A tone that lasts this long is reported while it sounds: who waits for its end would wait too long. */
const LONGEST_FRAMES = 1000 / FRAME_MS;
/** Frames after a tone in which another one may follow: intercept tones (ITU-T E.180) and melodies are no beep. */
const CLEAR_FRAMES = 2;
/** A generator keeps its pitch and level; a voice, sung or hummed, does not. */
const PITCH_TOLERANCE = 0.012;
const LEVEL_TOLERANCE = 10 ** (2 / 10);
/** Ringback, busy and congestion tones of a single frequency (ITU-T E.180 supplement 2) last longer than 380 ms, or repeat. */
const CALL_PROGRESS_HZ = [400, 425, 450];
const CALL_PROGRESS_TOLERANCE = 0.015;
const CALL_PROGRESS_SHORTEST_FRAMES = 400 / FRAME_MS;

function isCallProgress(frequencyHz: number): boolean {
  return CALL_PROGRESS_HZ.some((nominalHz) => Math.abs(frequencyHz / nominalHz - 1) < CALL_PROGRESS_TOLERANCE);
}

interface HeardTone {
  frequencyHz: number;
  power: number;
  frames: number;
  /** Frames since it was last heard. */
  silentFrames: number;
  reported: boolean;
  /** It came right before or after another tone. */
  partOfMelody: boolean;
}

function continues(heard: HeardTone, next: SteadyTone): boolean {
  const pitch = next.frequencyHz / heard.frequencyHz;
  const level = next.power / heard.power;
  return Math.abs(pitch - 1) <= PITCH_TOLERANCE && level <= LEVEL_TOLERANCE && level >= 1 / LEVEL_TOLERANCE;
}

/** Hears the beep after which a voicemail records: one steady tone of 400 to 2000 Hz, 120 ms or longer. One for each call. */
export class BeepDetector {
  private heard: HeardTone | null = null;

  /** One 20 ms frame. True once for each beep: 40 to 60 ms after its end, or when it has lasted a second. */
  push(frame: Int16Array): boolean {
    const tone = steadyToneIn(frame);
    if (tone) return this.hear(tone);
    if (!this.heard) return false;
    this.heard.silentFrames += 1;
    if (this.heard.silentFrames < CLEAR_FRAMES) return false;
    const ended = this.heard;
    this.heard = null;
    return !ended.reported && isBeep(ended);
  }

  private hear(tone: SteadyTone): boolean {
    const heard = this.heard;
    if (!heard || !continues(heard, tone)) {
      const partOfMelody = heard !== null && (heard.partOfMelody || heard.frames >= SHORTEST_FRAMES);
      this.heard = { ...tone, frames: 1, silentFrames: 0, reported: false, partOfMelody };
      return false;
    }
    heard.frames += 1;
    heard.silentFrames = 0;
    if (heard.reported || heard.frames < LONGEST_FRAMES || !isBeep(heard)) return false;
    heard.reported = true;
    return true;
  }
}

function isBeep(tone: HeardTone): boolean {
  if (tone.partOfMelody || tone.frames < SHORTEST_FRAMES) return false;
  return !isCallProgress(tone.frequencyHz) || tone.frames < CALL_PROGRESS_SHORTEST_FRAMES;
}
