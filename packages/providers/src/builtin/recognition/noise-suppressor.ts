import { Fourier, levelDbfs, SAMPLE_RATE_HZ } from '@parley/audio';

/** 20 ms windows every 10 ms: speech is stationary for about that long. */
const WINDOW = SAMPLE_RATE_HZ * 0.02;
const HOP = WINDOW / 2;
const TRANSFORM = 256;
const BINS = TRANSFORM / 2 + 1;

/** With less audio before the first word than this, noise and speech cannot be distinguished. */
const MINIMUM_BACKGROUND = SAMPLE_RATE_HZ * 0.1;
/** Of the windows before speech, the quieter part: the last ones hold its onset, which the detector noticed late. */
const BACKGROUND_SHARE = 0.6;
/** Louder than this it is no background; quieter, it does no harm to recognition. */
const LOUDEST_BACKGROUND_DBFS = -28;
const QUIETEST_BACKGROUND_DBFS = -62;

/** Weight of the last window in the estimate of the speech (Ephraim and Malah, 1984): less, and the rest tinkles. */
const SMOOTHING = 0.98;
/** The most that is taken away, 23 dB: the acoustic model has never heard silence without any noise. */
const MINIMUM_GAIN = 0.07;
/** Under 1 spares weak consonants; measured on 25 to 10 dB of white and low-pass noise. */
const GAIN_EXPONENT = 0.8;

const fourier = new Fourier(TRANSFORM);
const taper = Float64Array.from({ length: WINDOW }, (_, i) => Math.sin((Math.PI * (i + 0.5)) / WINDOW));

function windowsOf(samples: Int16Array): Int16Array[] {
  const count = Math.floor((samples.length - WINDOW) / HOP) + 1;
  return Array.from({ length: count }, (_, i) => samples.subarray(i * HOP, i * HOP + WINDOW));
}

/** Power of each frequency in the background, or null when nothing is to be suppressed. */
function backgroundPower(preRoll: Int16Array): Float64Array | null {
  if (preRoll.length < MINIMUM_BACKGROUND) return null;
  const byLevel = windowsOf(preRoll)
    .map((window) => ({ window, level: levelDbfs(window) }))
    .sort((a, b) => a.level - b.level);
  const quiet = byLevel.slice(0, Math.ceil(byLevel.length * BACKGROUND_SHARE));
  const { level } = quiet.at(-1)!;
  if (level > LOUDEST_BACKGROUND_DBFS || level < QUIETEST_BACKGROUND_DBFS) return null;
  const power = new Float64Array(BINS).fill(1);
  const real = new Float64Array(TRANSFORM);
  const imaginary = new Float64Array(TRANSFORM);
  for (const { window } of quiet) {
    real.fill(0);
    imaginary.fill(0);
    for (let i = 0; i < WINDOW; i++) real[i] = window[i]! * taper[i]!;
    fourier.forward(real, imaginary);
    for (let bin = 0; bin < BINS; bin++) power[bin]! += (real[bin]! ** 2 + imaginary[bin]! ** 2) / quiet.length;
  }
  return power;
}

/**
 * Takes steady background noise out of one utterance, by a Wiener filter with decision-directed estimates. Noise that
 * is 25 dB below the speech, which people hardly notice, makes the acoustic model fail: it was trained on clean lines.
 */
export class NoiseSuppressor {
  private readonly background: Float64Array | null;
  /** Clean-speech power over noise power of the last window, by frequency. */
  private readonly lastRatio = new Float64Array(BINS);
  /** Half a window of nothing, for the first window to overlap with; what comes out for it is dropped. */
  private pending: Int16Array = new Int16Array(HOP);
  private surplus = HOP;
  private readonly overlap = new Float64Array(WINDOW);
  private readonly real = new Float64Array(TRANSFORM);
  private readonly imaginary = new Float64Array(TRANSFORM);

  /** `preRoll` is the audio just before speech; it is heard for the noise in it, and not part of the output. */
  constructor(preRoll: Int16Array) {
    this.background = backgroundPower(preRoll);
  }

  /** 8 kHz mono; returns as many samples as could be finished, which is all but the last 10 to 20 ms. */
  process(samples: Int16Array): Int16Array {
    if (!this.background) return samples;
    const input = new Int16Array(this.pending.length + samples.length);
    input.set(this.pending);
    input.set(samples, this.pending.length);
    const windows = windowsOf(input);
    this.pending = input.slice(windows.length * HOP);
    const output = new Int16Array(windows.length * HOP);
    for (const [index, window] of windows.entries()) {
      this.filter(window, this.background);
      output.set(this.overlap.subarray(0, HOP).map(Math.round), index * HOP);
      this.overlap.copyWithin(0, HOP);
      this.overlap.fill(0, HOP);
    }
    const dropped = Math.min(this.surplus, output.length);
    this.surplus -= dropped;
    return output.subarray(dropped);
  }

  private filter(window: Int16Array, background: Float64Array): void {
    const { real, imaginary } = this;
    real.fill(0);
    imaginary.fill(0);
    for (let i = 0; i < WINDOW; i++) real[i] = window[i]! * taper[i]!;
    fourier.forward(real, imaginary);
    for (let bin = 0; bin < BINS; bin++) this.attenuate(bin, background[bin]!);
    fourier.inverse(real, imaginary);
    for (let i = 0; i < WINDOW; i++) this.overlap[i]! += real[i]! * taper[i]!;
  }

  private attenuate(bin: number, noise: number): void {
    const { real, imaginary } = this;
    const ratio = (real[bin]! ** 2 + imaginary[bin]! ** 2) / noise;
    const speech = SMOOTHING * this.lastRatio[bin]! + (1 - SMOOTHING) * Math.max(0, ratio - 1);
    const gain = Math.max(MINIMUM_GAIN, (speech / (1 + speech)) ** GAIN_EXPONENT);
    this.lastRatio[bin] = gain * gain * ratio;
    real[bin]! *= gain;
    imaginary[bin]! *= gain;
    const mirror = TRANSFORM - bin;
    if (bin === 0 || mirror === bin) return;
    real[mirror] = real[bin]!;
    imaginary[mirror] = -imaginary[bin]!;
  }
}
