/** The floor of 16-bit sound: what digital silence is reported as. */
const SILENCE_DBFS = -96;

export function saturate(sample: number): number {
  return Math.max(-32768, Math.min(32767, sample));
}

/** RMS level in dB of full scale (a full-scale square wave is 0, a sine −3); −96 for digital silence and for no samples. */
export function levelDbfs(samples: Int16Array): number {
  let energy = 0;
  for (let i = 0; i < samples.length; i++) energy += samples[i]! * samples[i]!;
  if (energy === 0) return SILENCE_DBFS;
  return Math.max(SILENCE_DBFS, 10 * Math.log10(energy / samples.length / 32768 ** 2));
}

/** The sum of two sounds of one rate, saturating. The shorter one counts as silent after its end. */
export function mix(a: Int16Array, b: Int16Array): Int16Array {
  const [long, short] = a.length >= b.length ? [a, b] : [b, a];
  const mixed = long.slice();
  for (let i = 0; i < short.length; i++) mixed[i] = saturate(long[i]! + short[i]!);
  return mixed;
}

/** A copy that falls to silence along half a cosine: the last frame before an interruption, so that it does not click. */
export function fadeOut(frame: Int16Array): Int16Array {
  const faded = new Int16Array(frame.length);
  for (let i = 0; i < frame.length; i++)
    faded[i] = Math.round(frame[i]! * (0.5 + 0.5 * Math.cos((Math.PI * (i + 1)) / frame.length)));
  return faded;
}
