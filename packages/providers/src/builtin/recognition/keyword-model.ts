import { SpeechModel, type SpeechModelWeights } from '@parley/audio';

/** It is never as sure as that. */
const MOST_CERTAIN = 0.9999;

/** Tells what people interrupt with from what listeners say, by the sound of all of it. */
export class KeywordModel {
  readonly #model: SpeechModel;

  constructor(weights: SpeechModelWeights) {
    this.#model = new SpeechModel(weights);
  }

  /** That it interrupts. @param features by `keywordFeatures` */
  logOdds(features: Float32Array): number {
    const probability = Math.max(1 - MOST_CERTAIN, Math.min(MOST_CERTAIN, this.#model.probability(features)));
    return Math.log(probability / (1 - probability));
  }
}
