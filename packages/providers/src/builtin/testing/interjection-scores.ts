import { type CepstralMean, TELEPHONE_MEAN } from '../recognition/cepstral-mean.ts';
import { Decoder } from '../recognition/decoder.ts';
import { buildGrammar } from '../recognition/grammar.ts';
import { InterjectionJudge, interjectionFeatures } from '../recognition/interjection-judge.ts';
import { Pronunciations } from '../recognition/pronunciations.ts';
import { compileFlite, Flite } from '../synthesis/flite.ts';
import { asRecognized } from './as-recognized.ts';

/**
 * What the judge of interjections goes by, of the 8 kHz audio of one utterance with the 300 ms before it, and of what the same voice
 * has said before. For its training.
 */
export async function interjectionScorer(): Promise<(sound: Int16Array, before: Int16Array | null) => number[]> {
  const flite = new Flite(await compileFlite());
  flite.prepare();
  const pronunciations = await Pronunciations.load((word) => flite.phones(word));
  const judge = await InterjectionJudge.load(pronunciations);
  const decoder = await Decoder.create();
  decoder.load(buildGrammar([], pronunciations));
  const meanBehind = (sound: Int16Array): CepstralMean => {
    decoder.begin();
    for (const samples of asRecognized(sound)) decoder.decode(samples);
    decoder.end();
    return decoder.mean();
  };
  return (sound, before) =>
    interjectionFeatures(judge.scores(asRecognized(sound), before === null ? TELEPHONE_MEAN : meanBehind(before)));
}
