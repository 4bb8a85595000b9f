interface Tables {
  readonly cosines: Float64Array;
  readonly sines: Float64Array;
}

/** By size: they are the same for all transforms of one size, and dear. */
const tables = new Map<number, Tables>();

function tablesOf(size: number): Tables {
  const known = tables.get(size);
  if (known) return known;
  const angles = Float64Array.from({ length: size / 2 }, (_, k) => (2 * Math.PI * k) / size);
  const made = { cosines: angles.map(Math.cos), sines: angles.map(Math.sin) };
  tables.set(size, made);
  return made;
}

/** A complex discrete Fourier transform of a power of two, in place. */
export class Fourier {
  private readonly size: number;
  private readonly cosines: Float64Array;
  private readonly sines: Float64Array;

  constructor(size: number) {
    this.size = size;
    const { cosines, sines } = tablesOf(size);
    this.cosines = cosines;
    this.sines = sines;
  }

  forward(real: Float64Array, imaginary: Float64Array): void {
    this.reverseBits(real, imaginary);
    for (let span = 1; span < this.size; span *= 2) this.butterflies(real, imaginary, span);
  }

  /** Scaled, so that it undoes `forward`: the transform with its parts exchanged. */
  inverse(real: Float64Array, imaginary: Float64Array): void {
    this.forward(imaginary, real);
    for (let i = 0; i < this.size; i++) {
      real[i]! /= this.size;
      imaginary[i]! /= this.size;
    }
  }

  private reverseBits(real: Float64Array, imaginary: Float64Array): void {
    for (let i = 1, j = 0; i < this.size; i++) {
      let bit = this.size >> 1;
      for (; j & bit; bit >>= 1) j ^= bit;
      j ^= bit;
      if (i >= j) continue;
      [real[i], real[j]] = [real[j]!, real[i]!];
      [imaginary[i], imaginary[j]] = [imaginary[j]!, imaginary[i]!];
    }
  }

  private butterflies(real: Float64Array, imaginary: Float64Array, span: number): void {
    const stride = this.size / (2 * span);
    for (let start = 0; start < this.size; start += 2 * span) {
      for (let k = 0; k < span; k++) {
        const upper = start + k;
        const lower = upper + span;
        const cosine = this.cosines[k * stride]!;
        const sine = this.sines[k * stride]!;
        const twiddledReal = real[lower]! * cosine + imaginary[lower]! * sine;
        const twiddledImaginary = imaginary[lower]! * cosine - real[lower]! * sine;
        real[lower] = real[upper]! - twiddledReal;
        imaginary[lower] = imaginary[upper]! - twiddledImaginary;
        real[upper]! += twiddledReal;
        imaginary[upper]! += twiddledImaginary;
      }
    }
  }
}
