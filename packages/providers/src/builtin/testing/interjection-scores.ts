import { choiceFeatures } from '../open-vocabulary/interjection-choice.ts';
import { listenable } from '../open-vocabulary/listenable.ts';
import { Moonshine } from '../open-vocabulary/moonshine.ts';
import { type CepstralMean, TELEPHONE_MEAN } from '../recognition/cepstral-mean.ts';
import { Decoder } from '../recognition/decoder.ts';
import { buildGrammar } from '../recognition/grammar.ts';
import { InterjectionJudge, interjectionFeatures } from '../recognition/interjection-judge.ts';
import { Pronunciations } from '../recognition/pronunciations.ts';
import { compileFlite, Flite } from '../synthesis/flite.ts';
import { asRecognized } from './as-recognized.ts';

/** What is sent of a short voice. */
const AROUND = { leadMs: 300, tailMs: 200 };

/** What the judges of interjections go by, for their training. */
export interface ScoredInterjection {
  /** By the search for such phrases. */
  searched: number[];
  /** With the model of any words, too. @param logOdds of the search */
  chosen(logOdds: number): number[];
}

/** Scores the 8 kHz audio of one utterance with the 300 ms before it. @param before what the same voice has said before */
type InterjectionScorer = (sound: Int16Array, before: Int16Array | null) => Promise<ScoredInterjection>;

export async function interjectionScorer(): Promise<InterjectionScorer> {
  const model = await Moonshine.load();
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
  return async (sound, before) => {
    const scores = judge.scores(asRecognized(sound), before === null ? TELEPHONE_MEAN : meanBehind(before));
    const heard = await model.encode(listenable([sound], AROUND));
    const open = await model.transcribe(heard);
    const interjections = await model.interjections(heard);
    return {
      searched: interjectionFeatures(scores),
      chosen: (logOdds) => choiceFeatures({ open, interjections, found: { phrase: '', logOdds } }),
    };
  };
}
