/** Bytes of a millisecond of mono as a vendor's encoding and rate have it: µ-law and A-law a byte a sample, else two. */
export function bytesPerMs(encoding: string, sampleRateHz: number): number {
  return ((/law/.test(encoding) ? 1 : 2) * sampleRateHz) / 1000;
}
