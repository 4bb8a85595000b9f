import { withHiss } from '../recognition/hiss.ts';
import { NoiseSuppressor } from '../recognition/noise-suppressor.ts';
import { SpeechLevel } from '../recognition/speech-level.ts';

/** As recognizers are given sound: a pre-roll with the first frame, then 100 ms at a time. */
const FIRST_SAMPLES = 2560;
const BATCH_SAMPLES = 800;

/** An utterance of 8 kHz with the 300 ms before it, as the built-in decoder is given it. */
export function asRecognized(sound: Int16Array): Int16Array[] {
  const suppressor = new NoiseSuppressor(sound.subarray(0, FIRST_SAMPLES));
  const level = new SpeechLevel();
  const batches = [sound.subarray(0, FIRST_SAMPLES)];
  for (let at = FIRST_SAMPLES; at < sound.length; at += BATCH_SAMPLES)
    batches.push(sound.subarray(at, at + BATCH_SAMPLES));
  return batches.map((batch) => withHiss(level.process(suppressor.process(batch))));
}
