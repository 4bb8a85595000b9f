/**
 * Energy at one frequency, by Goertzel's recurrence, on the scale of the block's own: a steady sine of exactly that
 * frequency gives the sum of its squared samples, so that a quotient of the two says how pure the audio is.
 */
export function goertzelEnergy(samples: ArrayLike<number>, frequencyHz: number, sampleRateHz: number): number {
  const coefficient = 2 * Math.cos((2 * Math.PI * frequencyHz) / sampleRateHz);
  let previous = 0;
  let beforePrevious = 0;
  for (let i = 0; i < samples.length; i++) {
    const current = samples[i]! + coefficient * previous - beforePrevious;
    beforePrevious = previous;
    previous = current;
  }
  const power = previous * previous + beforePrevious * beforePrevious - coefficient * previous * beforePrevious;
  return (2 * power) / samples.length;
}

/** Sum of squares. */
export function energyOf(samples: ArrayLike<number>): number {
  let energy = 0;
  for (let i = 0; i < samples.length; i++) energy += samples[i]! * samples[i]!;
  return energy;
}

/** The samples without their part at one frequency: a loud tone leaks into the bins of its neighbours, which are measured without it. */
export function withoutTone(samples: ArrayLike<number>, frequencyHz: number, sampleRateHz: number): Float64Array {
  const radians = (2 * Math.PI * frequencyHz) / sampleRateHz;
  let [inPhase, quadrature] = [0, 0];
  for (let i = 0; i < samples.length; i++) {
    inPhase += samples[i]! * Math.cos(radians * i);
    quadrature += samples[i]! * Math.sin(radians * i);
  }
  const scale = 2 / samples.length;
  return Float64Array.from(
    samples,
    (sample, i) => sample - scale * (inPhase * Math.cos(radians * i) + quadrature * Math.sin(radians * i)),
  );
}
