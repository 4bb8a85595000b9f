/** As of a throat that is so much shorter: pitch, formants and speed. */
export function stretched(samples: Int16Array, factor: number): Int16Array {
  return Int16Array.from({ length: Math.floor((samples.length - 1) / factor) }, (_, index) => {
    const at = index * factor;
    const first = Math.floor(at);
    const share = at - first;
    return Math.round(samples[first]! * (1 - share) + samples[first + 1]! * share);
  });
}

/** Telephones are brighter or darker. @param tilt of a first-order filter */
export function tilted(samples: Int16Array, tilt: number): Int16Array {
  return samples.map((sample, at) => {
    const value = Math.round(sample - tilt * (samples[at - 1] ?? 0));
    return Math.max(-32_768, Math.min(32_767, value));
  });
}
