import type { AudioDecoder, AudioEncoder, AudioRateHz } from './audio-codec.ts';
import { G722Band, HIGHER_BAND, LOWER_BAND, saturate16 } from './g722-band.ts';

/** The quadrature mirror filter's coefficients, one half: the other mirrors it (G.722 table 11). */
const MIRROR = Int16Array.of(3, -11, 12, 32, -210, 951, 3876, -805, 362, -156, 53, -11);
const MIRROR_TAPS = 24;

/** Decision levels of the lower band's encoder (table 14), and the codes on both sides of zero (tables 15 and 16). */
const DECISIONS = Int16Array.of(
  ...[0, 35, 72, 110, 150, 190, 233, 276, 323, 370, 422, 473, 530, 587, 650, 714],
  ...[786, 858, 940, 1023, 1121, 1219, 1339, 1458, 1612, 1765, 1980, 2195, 2557, 2919],
);
const NEGATIVE_CODES = Uint8Array.of(
  ...[0, 63, 62, 31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19],
  ...[18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4],
);
const POSITIVE_CODES = Uint8Array.of(
  ...[0, 61, 60, 59, 58, 57, 56, 55, 54, 53, 52, 51, 50, 49, 48, 47],
  ...[46, 45, 44, 43, 42, 41, 40, 39, 38, 37, 36, 35, 34, 33, 32],
);
/** The higher band has one decision level. */
const HIGHER_DECISION = 564;

/** Quantized differences in fractions of the step: of 6 bits (QM6), of the upper 4 of them (QM4), and of 2 (QM2). */
const QUANTIZED_6 = Int16Array.of(
  ...[-136, -136, -136, -136, -24_808, -21_904, -19_008, -16_704, -14_984, -13_512, -12_280, -11_192],
  ...[-10_232, -9360, -8576, -7856, -7192, -6576, -6000, -5456, -4944, -4464, -4008, -3576],
  ...[-3168, -2776, -2400, -2032, -1688, -1360, -1040, -728, 24_808, 21_904, 19_008, 16_704],
  ...[14_984, 13_512, 12_280, 11_192, 10_232, 9360, 8576, 7856, 7192, 6576, 6000, 5456],
  ...[4944, 4464, 4008, 3576, 3168, 2776, 2400, 2032, 1688, 1360, 1040, 728, 432, 136, -432, -136],
);
const QUANTIZED_4 = Int16Array.of(
  ...[0, -20_456, -12_896, -8968, -6288, -4240, -2584, -1200],
  ...[20_456, 12_896, 8968, 6288, 4240, 2584, 1200, 0],
);
const QUANTIZED_2 = Int16Array.of(-7408, -1616, 7408, 1616);
/** Which step of the logarithm a code stands for (RL42, RH2). */
const LOWER_MAGNITUDES = Uint8Array.of(0, 7, 6, 5, 4, 3, 2, 1, 7, 6, 5, 4, 3, 2, 1, 0);
const HIGHER_MAGNITUDES = Uint8Array.of(2, 1, 2, 1);

/** Both bands' halves that encoder and decoder share. */
class Bands {
  readonly lower = new G722Band(LOWER_BAND);
  readonly higher = new G722Band(HIGHER_BAND);

  adaptLower(code: number): void {
    const index = code >> 2;
    this.lower.adapt((this.lower.step * QUANTIZED_4[index]!) >> 15, LOWER_MAGNITUDES[index]!);
  }

  /** Returns the quantized difference. */
  adaptHigher(code: number): number {
    const difference = (this.higher.step * QUANTIZED_2[code]!) >> 15;
    this.higher.adapt(difference, HIGHER_MAGNITUDES[code]!);
    return difference;
  }
}

/** The last 24 samples that a mirror filter sees; written twice, so that they are in one piece wherever they begin. */
class MirrorDelay {
  readonly samples = new Int32Array(2 * MIRROR_TAPS);
  start = 0;

  push(first: number, second: number): void {
    const { samples, start } = this;
    samples[start] = first;
    samples[start + 1] = second;
    samples[start + MIRROR_TAPS] = first;
    samples[start + MIRROR_TAPS + 1] = second;
    this.start = (start + 2) % MIRROR_TAPS;
  }
}

/**
 * ITU-T G.722 at 64 kbit/s: one byte for two samples of 16 kHz. Of 8 kHz audio the lower band alone is coded, a byte for each
 * sample; what hears it at 16 kHz hears nothing above 4 kHz.
 */
export class G722Encoder implements AudioEncoder {
  readonly #isWide: boolean;
  readonly #bands = new Bands();
  readonly #delay = new MirrorDelay();
  #low = 0;
  #high = 0;

  constructor(rateHz: AudioRateHz) {
    this.#isWide = rateHz === 16_000;
  }

  encode(samples: Int16Array, out: Uint8Array): number {
    const step = this.#isWide ? 2 : 1;
    const bytes = samples.length / step;
    for (let i = 0; i < bytes; i++) {
      if (this.#isWide) this.#split(samples[2 * i]!, samples[2 * i + 1]!);
      else this.#low = samples[i]! >> 1;
      out[i] = (this.#encodeHigher() << 6) | this.#encodeLower();
    }
    return bytes;
  }

  close(): void {}

  #split(first: number, second: number): void {
    this.#delay.push(first, second);
    const { samples, start } = this.#delay;
    let odd = 0;
    let even = 0;
    for (let i = 0, at = start; i < MIRROR_TAPS / 2; i++, at += 2) {
      odd += samples[at]! * MIRROR[i]!;
      even += samples[at + 1]! * MIRROR[MIRROR_TAPS / 2 - 1 - i]!;
    }
    this.#low = (even + odd) >> 14;
    this.#high = (even - odd) >> 14;
  }

  #encodeLower(): number {
    const { lower } = this.#bands;
    const error = saturate16(this.#low - lower.predicted);
    const magnitude = error >= 0 ? error : -(error + 1);
    let level = 1;
    while (level < DECISIONS.length && magnitude >= (DECISIONS[level]! * lower.step) >> 12) level += 1;
    const code = (error < 0 ? NEGATIVE_CODES : POSITIVE_CODES)[level]!;
    this.#bands.adaptLower(code);
    return code;
  }

  #encodeHigher(): number {
    const { higher } = this.#bands;
    const error = saturate16(this.#high - higher.predicted);
    const magnitude = error >= 0 ? error : -(error + 1);
    const isFar = magnitude >= (HIGHER_DECISION * higher.step) >> 12;
    const code = (error < 0 ? 0 : 2) + (isFar ? 0 : 1);
    this.#bands.adaptHigher(code);
    return code;
  }
}

/** The other way: 16 kHz, or the lower band alone at 8 kHz. */
export class G722Decoder implements AudioDecoder {
  readonly #isWide: boolean;
  readonly #bands = new Bands();
  readonly #delay = new MirrorDelay();

  constructor(rateHz: AudioRateHz) {
    this.#isWide = rateHz === 16_000;
  }

  decode(payload: Uint8Array): Int16Array {
    const out = new Int16Array(this.#isWide ? 2 * payload.length : payload.length);
    for (let i = 0; i < payload.length; i++) {
      const low = this.#decodeLower(payload[i]! & 0x3f);
      const high = this.#decodeHigher(payload[i]! >> 6);
      if (this.#isWide) this.#join(low, high, out, 2 * i);
      else out[i] = low << 1;
    }
    return out;
  }

  close(): void {}

  #decodeLower(code: number): number {
    const { lower } = this.#bands;
    const value = lower.predicted + ((lower.step * QUANTIZED_6[code]!) >> 15);
    this.#bands.adaptLower(code);
    return limit(value);
  }

  #decodeHigher(code: number): number {
    const { predicted } = this.#bands.higher;
    return limit(predicted + this.#bands.adaptHigher(code));
  }

  #join(low: number, high: number, out: Int16Array, position: number): void {
    this.#delay.push(low + high, low - high);
    const { samples, start } = this.#delay;
    let first = 0;
    let second = 0;
    for (let i = 0, at = start; i < MIRROR_TAPS / 2; i++, at += 2) {
      second += samples[at]! * MIRROR[i]!;
      first += samples[at + 1]! * MIRROR[MIRROR_TAPS / 2 - 1 - i]!;
    }
    out[position] = saturate16(first >> 11);
    out[position + 1] = saturate16(second >> 11);
  }
}

/** LIMIT: 15 bits. */
function limit(value: number): number {
  return Math.max(-16_384, Math.min(16_383, value));
}
