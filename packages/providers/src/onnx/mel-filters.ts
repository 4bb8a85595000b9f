/** Below 1000 Hz the scale is linear, 200/3 Hz a mel; above, 27 mels are a factor of 6.4 (Slaney's Auditory Toolbox, 1998). */
const BREAK_HZ = 1000;
const LINEAR_HZ = 200 / 3;
const BREAK_MEL = BREAK_HZ / LINEAR_HZ;
const LOG_STEP = Math.log(6.4) / 27;

const melOf = (hz: number): number => (hz < BREAK_HZ ? hz / LINEAR_HZ : BREAK_MEL + Math.log(hz / BREAK_HZ) / LOG_STEP);
const hzOf = (mel: number): number =>
  mel < BREAK_MEL ? mel * LINEAR_HZ : BREAK_HZ * Math.exp((mel - BREAK_MEL) * LOG_STEP);

/** A triangle over some bins of a spectrum. */
export interface MelFilter {
  firstBin: number;
  weights: Float64Array;
}

/**
 * Triangles from 0 Hz to half the rate, each of the area of its neighbours (Slaney's normalization): what librosa's
 * `filters.mel(sr, n_fft, n_mels)` returns and Whisper keeps in `mel_filters.npz`.
 */
export function melFilters(count: number, sampleRateHz: number, transformSize: number): MelFilter[] {
  const highest = melOf(sampleRateHz / 2);
  const edges = Array.from({ length: count + 2 }, (_, i) => hzOf((highest * i) / (count + 1)));
  const binHz = sampleRateHz / transformSize;
  return Array.from({ length: count }, (_, i) => {
    const [low, centre, high] = [edges[i]!, edges[i + 1]!, edges[i + 2]!];
    const firstBin = Math.ceil(low / binHz);
    const lastBin = Math.min(transformSize / 2, Math.floor(high / binHz));
    const weights = Float64Array.from({ length: Math.max(0, lastBin - firstBin + 1) }, (_unused, k) => {
      const hz = (firstBin + k) * binHz;
      return (Math.min((hz - low) / (centre - low), (high - hz) / (high - centre)) * 2) / (high - low);
    });
    return { firstBin, weights };
  });
}
