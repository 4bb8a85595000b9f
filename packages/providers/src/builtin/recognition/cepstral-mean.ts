/** The mean of a voice's cepstrum on its line, 13 coefficients, and how many frames of 10 ms have told it. */
export interface CepstralMean {
  readonly coefficients: readonly number[];
  readonly frames: number;
}

/** Of telephone speech at -20 dBFS: what is expected of a caller who has said nothing yet. */
export const TELEPHONE_MEAN: CepstralMean = {
  coefficients: [39, -1, 8, 1.5, -1.5, -1, -4, 1, 1.5, 1.5, 2.5, 0, 1.5],
  frames: 0,
};

/** What is expected counts as much as so many frames of the caller. */
const EXPECTED_FRAMES = 100;
/** Callers move, and put others through: what was said a minute ago counts less than what was said just now. */
const MOST_FRAMES = 2000;

/** The mean behind a further utterance. @param sums of its coefficients, over all of its frames */
export function withUtterance(
  { coefficients, frames }: CepstralMean,
  sums: readonly number[],
  utteranceFrames: number,
): CepstralMean {
  const before = EXPECTED_FRAMES + frames;
  return {
    coefficients: coefficients.map((mean, index) => (mean * before + sums[index]!) / (before + utteranceFrames)),
    frames: Math.min(MOST_FRAMES, frames + utteranceFrames),
  };
}
