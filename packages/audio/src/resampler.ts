import { saturate } from './level.ts';

/** Share of the lower rate's band that passes untouched: 3400 Hz of 4000, the telephone band (ITU-T G.712). */
const PASS_BAND = 0.85;
/** Everything that would fold back, or mirror, is at least this far down; G.711 itself has 38 dB. */
const STOP_BAND_DB = 66;

/** Modified Bessel function of order 0, by its power series. */
function besselI0(x: number): number {
  let term = 1;
  let sum = 1;
  for (let k = 1; term > sum * 1e-12; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

interface Polyphase {
  /** Output samples for every `inputStep` input samples. */
  phases: number;
  inputStep: number;
  /** Taps of one phase; even, half of them look ahead. */
  taps: number;
  /** `phases` × `taps` coefficients. */
  coefficients: Float64Array;
}

/** Kaiser-windowed sinc low-pass below the lower of the two rates' half (Kaiser's formulas for length and shape). */
function design(fromHz: number, toHz: number): Polyphase {
  const divisor = greatestCommonDivisor(fromHz, toHz);
  const phases = toHz / divisor;
  const inputStep = fromHz / divisor;
  const halfBand = Math.min(fromHz, toHz) / 2;
  const transition = (halfBand * (1 - PASS_BAND)) / fromHz;
  const cutoff = (halfBand * (1 + PASS_BAND)) / 2 / fromHz;
  const taps = 2 * Math.ceil((STOP_BAND_DB - 7.95) / (14.36 * transition) / 2);
  const beta = 0.1102 * (STOP_BAND_DB - 8.7);
  const coefficients = new Float64Array(phases * taps);
  for (let phase = 0; phase < phases; phase++) {
    const row = coefficients.subarray(phase * taps, (phase + 1) * taps);
    for (let tap = 0; tap < taps; tap++) {
      const distance = tap - (taps / 2 - 1) - phase / phases;
      const position = distance / (taps / 2);
      row[tap] = sinc(2 * cutoff * distance) * besselI0(beta * Math.sqrt(Math.max(0, 1 - position * position)));
    }
    // Every phase has a gain of one, or constant input would come out with a ripple.
    const gain = row.reduce((sum, coefficient) => sum + coefficient, 0);
    for (let tap = 0; tap < taps; tap++) row[tap]! /= gain;
  }
  return { phases, inputStep, taps, coefficients };
}

const designs = new Map<string, Polyphase>();

function designFor(fromHz: number, toHz: number): Polyphase {
  const key = `${fromHz}:${toHz}`;
  let polyphase = designs.get(key);
  if (!polyphase) {
    polyphase = design(fromHz, toHz);
    designs.set(key, polyphase);
  }
  return polyphase;
}

/** `length` is even: two sums side by side keep the processor's multiplier busy. */
function dotProduct(a: Float64Array, aStart: number, b: Float64Array, bStart: number, length: number): number {
  let even = 0;
  let odd = 0;
  for (let i = 0; i < length; i += 2) {
    even += a[aStart + i]! * b[bStart + i]!;
    odd += a[aStart + i + 1]! * b[bStart + i + 1]!;
  }
  return even + odd;
}

/**
 * Changes the sample rate of a mono stream, chunk by chunk: windowed-sinc polyphase, flat to 85 % of the lower rate's band.
 *
 * Output is aligned with input (sample 0 stands for sample 0), so the last few milliseconds wait for what follows
 * until `flush()`. In all, n input samples give ⌈n · to / from⌉.
 */
export class Resampler {
  private readonly filter: Polyphase;
  private readonly passThrough: boolean;
  /** Input not yet consumed, oldest first; starts with silence in the place of what came before the stream. */
  private input = new Float64Array(0);
  private inputLength = 0;
  /** Where in `input` the taps of the next output sample start, and its phase. */
  private start = 0;
  private phase = 0;
  private samplesIn = 0;
  private samplesOut = 0;

  /** Both rates are positive integers; RangeError otherwise. */
  constructor(fromHz: number, toHz: number) {
    if (!Number.isInteger(fromHz) || !Number.isInteger(toHz) || fromHz <= 0 || toHz <= 0)
      throw new RangeError(`cannot resample ${fromHz} Hz to ${toHz} Hz`);
    this.passThrough = fromHz === toHz;
    this.filter = designFor(fromHz, toHz);
    this.reset();
  }

  /** Any number of samples at the input rate; returns those of the output rate that are ready, possibly none. */
  process(samples: Int16Array): Int16Array {
    if (this.passThrough) return samples.slice();
    this.samplesIn += samples.length;
    this.append(samples);
    return this.produce(Number.POSITIVE_INFINITY);
  }

  /** The end of the stream: returns what was still waiting, and is ready for a new stream. */
  flush(): Int16Array {
    if (this.passThrough) return new Int16Array(0);
    const { phases, inputStep, taps } = this.filter;
    const remaining = Math.ceil((this.samplesIn * phases) / inputStep) - this.samplesOut;
    this.append(new Int16Array(taps));
    const tail = this.produce(remaining);
    this.reset();
    return tail;
  }

  private reset(): void {
    this.inputLength = 0;
    this.start = 0;
    this.phase = 0;
    this.append(new Int16Array(this.filter.taps / 2 - 1));
    this.samplesIn = 0;
    this.samplesOut = 0;
  }

  private append(samples: Int16Array): void {
    this.input.copyWithin(0, this.start, this.inputLength);
    this.inputLength -= this.start;
    this.start = 0;
    const needed = this.inputLength + samples.length;
    if (needed > this.input.length) {
      const grown = new Float64Array(Math.ceil(needed * 1.5));
      grown.set(this.input.subarray(0, this.inputLength));
      this.input = grown;
    }
    this.input.set(samples, this.inputLength);
    this.inputLength = needed;
  }

  private produce(limit: number): Int16Array {
    const { phases, inputStep, taps, coefficients } = this.filter;
    const steps = Math.floor(((this.inputLength - taps - this.start + 1) * phases - 1 - this.phase) / inputStep) + 1;
    const count = Math.max(0, Math.min(limit, steps));
    const output = new Int16Array(count);
    let { phase, start } = this;
    for (let n = 0; n < count; n++) {
      output[n] = saturate(Math.round(dotProduct(coefficients, phase * taps, this.input, start, taps)));
      phase += inputStep;
      const advance = Math.floor(phase / phases);
      start += advance;
      phase -= advance * phases;
    }
    this.phase = phase;
    this.start = start;
    this.samplesOut += count;
    return output;
  }
}
