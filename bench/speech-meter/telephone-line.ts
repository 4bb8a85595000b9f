import { decodeG711, encodeG711, FRAME_SAMPLES, SAMPLE_RATE_HZ } from '@parley/audio';
import { toPcm } from '@parley/audio/testing';
import { between, gaussian, type Random } from './signal-parts.ts';

const FULL_SCALE = 32768;
/** A frame that much below the loudest one is a pause. */
const ACTIVE_DB = 20;

/** Second-order sections by the bilinear transform, of Butterworth's shape. */
function section(samples: Float64Array, cutoffHz: number, isHighPass: boolean): Float64Array {
  const k = Math.tan((Math.PI * cutoffHz) / SAMPLE_RATE_HZ);
  const norm = 1 / (1 + Math.SQRT2 * k + k * k);
  const b0 = isHighPass ? norm : k * k * norm;
  const b1 = isHighPass ? -2 * b0 : 2 * b0;
  const a1 = 2 * (k * k - 1) * norm;
  const a2 = (1 - Math.SQRT2 * k + k * k) * norm;
  let x1 = 0;
  let x2 = 0;
  let y1 = 0;
  let y2 = 0;
  return samples.map((x) => {
    const y = b0 * x + b1 * x1 + b0 * x2 - a1 * y1 - a2 * y2;
    x2 = x1;
    x1 = x;
    y2 = y1;
    y1 = y;
    return y;
  });
}

/** 300 to 3400 Hz, as a telephone has it, each a little different. */
export function telephoneBand(samples: Float64Array, random: Random): Float64Array {
  const lowHz = between(random, 180, 320);
  return section(section(samples, lowHz, true), between(random, 3300, 3700), false);
}

/** Root of the mean square of what is no pause. */
function activeRms(samples: Float64Array): number {
  const energies: number[] = [];
  for (let at = 0; at + FRAME_SAMPLES <= samples.length; at += FRAME_SAMPLES) {
    let energy = 0;
    for (let i = at; i < at + FRAME_SAMPLES; i++) energy += samples[i]! ** 2;
    energies.push(energy / FRAME_SAMPLES);
  }
  const least = Math.max(0, ...energies) * 10 ** (-ACTIVE_DB / 10);
  const active = energies.filter((energy) => energy > least);
  return Math.sqrt(active.reduce((total, energy) => total + energy, 0) / Math.max(1, active.length));
}

/** To an active level, dB of full scale. */
export function toLevel(samples: Float64Array, levelDb: number): Float64Array {
  const gain = (FULL_SCALE * 10 ** (levelDb / 20)) / (activeRms(samples) || 1);
  return samples.map((sample) => sample * gain);
}

export function noiseOf(length: number, levelDb: number, random: Random): Float64Array {
  const rms = FULL_SCALE * 10 ** (levelDb / 20);
  return new Float64Array(length).map(() => rms * gaussian(random));
}

/** What comes out of a µ-law line. */
export function overLine(samples: Float64Array): Int16Array {
  return decodeG711('PCMU', encodeG711('PCMU', toPcm(samples)));
}

/** Another speaker, another day: slower or faster by some per cent, and wavering. */
export function varied(samples: Float64Array, random: Random): Float64Array {
  const rate = between(random, 0.9, 1.12);
  const waver = between(random, 0, 0.02);
  const waverHz = between(random, 1, 6);
  const out: number[] = [];
  for (let at = 0; at < samples.length - 1; ) {
    const i = Math.floor(at);
    out.push(samples[i]! + (at - i) * (samples[i + 1]! - samples[i]!));
    at += rate * (1 + waver * Math.sin((2 * Math.PI * waverHz * at) / SAMPLE_RATE_HZ));
  }
  return Float64Array.from(out);
}

/** A voice of flesh is less periodic than a synthesizer's: air goes along with it, and its cords are uneven. */
export function uneven(samples: Float64Array, random: Random): Float64Array {
  const air = 10 ** (between(random, -30, -8) / 20);
  const roughness = between(random, 0, 0.25);
  const roughHz = between(random, 20, 90);
  const tilt = between(random, -0.5, 0.7);
  let envelope = 0;
  let last = 0;
  let phase = 0;
  return samples.map((sample) => {
    envelope += 0.01 * (Math.abs(sample) - envelope);
    phase += (roughHz * (1 + gaussian(random))) / SAMPLE_RATE_HZ;
    const rough = sample * (1 + roughness * Math.sin(2 * Math.PI * phase)) + air * envelope * gaussian(random);
    const tilted = rough - tilt * last;
    last = rough;
    return tilted;
  });
}

/** A room: echoes that fade, for a voice far from the microphone. */
export function inRoom(samples: Float64Array, seconds: number, random: Random): Float64Array {
  const wet = new Float64Array(samples.length + Math.round(seconds * SAMPLE_RATE_HZ));
  const echoes = 40;
  for (let echo = 0; echo < echoes; echo++) {
    const delay = seconds * random() ** 1.5;
    const gain = Math.exp((-4 * delay) / seconds) * (random() < 0.5 ? -1 : 1);
    const shift = Math.round(delay * SAMPLE_RATE_HZ);
    for (let i = 0; i < samples.length; i++) wet[i + shift]! += gain * samples[i]!;
  }
  for (let i = 0; i < samples.length; i++) wet[i]! += 0.7 * samples[i]!;
  return wet;
}
