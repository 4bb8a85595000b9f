/** How loud is what is being said, without the pauses in it: what was said before counts less and less. */
export interface Loudness {
  /** Of all its frames; nears 50. */
  weight: number;
  /** The sum of theirs, by weight; 1 is that of one frame of a full-scale square wave. */
  energy: number;
  /** The weight of those that have a pitch. */
  pitched: number;
}

export const UNMEASURED: Loudness = { weight: 0, energy: 0, pitched: 0 };

/** A second of speech: who follows on another one is measured by himself soon. */
const FADING = 0.98;

/** With another frame of 20 ms. `levelDb`: of that, in dBov. */
export const withFrame = (
  { weight, energy, pitched }: Loudness,
  { levelDb, isPitched }: { levelDb: number; isPitched: boolean },
): Loudness => ({
  weight: FADING * weight + 1,
  energy: FADING * energy + 10 ** (levelDb / 10),
  pitched: FADING * pitched + (isPitched ? 1 : 0),
});

/** In dBov; null: nothing was measured. */
export const levelOf = ({ weight, energy }: Loudness): number | null =>
  weight === 0 ? null : 10 * Math.log10(energy / weight);
