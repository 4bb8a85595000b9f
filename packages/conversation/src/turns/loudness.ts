/** Of what is said, without the pauses in it. */
export interface Loudness {
  frames: number;
  /** Of all of them together; 1 is that of one frame of a full-scale square wave. */
  energy: number;
  /** Of those, how many have a pitch. */
  pitched: number;
}

export const UNMEASURED: Loudness = { frames: 0, energy: 0, pitched: 0 };

/** With another frame of 20 ms. `levelDb`: of that, in dBov. */
export const withFrame = (
  { frames, energy, pitched }: Loudness,
  { levelDb, isPitched }: { levelDb: number; isPitched: boolean },
): Loudness => ({
  frames: frames + 1,
  energy: energy + 10 ** (levelDb / 10),
  pitched: pitched + (isPitched ? 1 : 0),
});

/** In dBov; null: nothing was measured. */
export const levelOf = ({ frames, energy }: Loudness): number | null =>
  frames === 0 ? null : 10 * Math.log10(energy / frames);
