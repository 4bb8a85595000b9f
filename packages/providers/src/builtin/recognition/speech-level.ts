import { levelDbfs, SAMPLE_RATE_HZ } from '@parley/audio';

/**
 * Of the loudest 20 ms. The decoder begins every utterance with the same mean cepstrum and does not move it before the end, so
 * that it hears louder speech, whole words of it, as the silence of a louder line.
 */
const LOUDEST_DBFS = -27;
const WINDOW_SAMPLES = SAMPLE_RATE_HZ * 0.02;

/** Brings the speech of one utterance down to the level that the decoder expects, as soon as louder parts come. */
export class SpeechLevel {
  private loudestDbfs = LOUDEST_DBFS;

  /** 8 kHz mono. */
  process(samples: Int16Array): Int16Array {
    for (let start = 0; start + WINDOW_SAMPLES <= samples.length; start += WINDOW_SAMPLES)
      this.loudestDbfs = Math.max(this.loudestDbfs, levelDbfs(samples.subarray(start, start + WINDOW_SAMPLES)));
    const gain = 10 ** ((LOUDEST_DBFS - this.loudestDbfs) / 20);
    return samples.map((sample) => sample * gain);
  }
}
