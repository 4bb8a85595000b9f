import { withHiss } from '../recognition/hiss.ts';
import { InterjectionJudge, interjectionFeatures } from '../recognition/interjection-judge.ts';
import { NoiseSuppressor } from '../recognition/noise-suppressor.ts';
import { Pronunciations } from '../recognition/pronunciations.ts';
import { SpeechLevel } from '../recognition/speech-level.ts';
import { compileFlite, Flite } from '../synthesis/flite.ts';

/** As recognizers are given sound: a pre-roll with the first frame, then 100 ms at a time. */
const FIRST_SAMPLES = 2560;
const BATCH_SAMPLES = 800;

/** What the judge of interjections goes by, of the 8 kHz audio of one utterance with the 300 ms before it. For its training. */
export async function interjectionScorer(): Promise<(sound: Int16Array) => number[]> {
  const flite = new Flite(await compileFlite());
  flite.prepare();
  const judge = await InterjectionJudge.load(await Pronunciations.load((word) => flite.phones(word)));
  return (sound) => {
    const suppressor = new NoiseSuppressor(sound.subarray(0, FIRST_SAMPLES));
    const level = new SpeechLevel();
    const batches = [sound.subarray(0, FIRST_SAMPLES)];
    for (let at = FIRST_SAMPLES; at < sound.length; at += BATCH_SAMPLES)
      batches.push(sound.subarray(at, at + BATCH_SAMPLES));
    const clean = batches.map((batch) => withHiss(level.process(suppressor.process(batch))));
    return interjectionFeatures(judge.scores(clean));
  };
}
