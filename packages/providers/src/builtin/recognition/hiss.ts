/** -67 dBFS, as on the lines that the acoustic model has learned from. */
const HISS = 24;

/** Sound with a hiss behind it, always the same: beside digital silence the acoustic model takes words for silence, too. */
export function withHiss(samples: Int16Array): Int16Array {
  let seed = 1;
  return samples.map((sample) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) | 0;
    return Math.max(-32_768, Math.min(32_767, sample + (seed / 2 ** 31) * HISS));
  });
}
