import type { Weights } from '../model.ts';
import { calibrated } from './calibration.ts';
import { fit } from './fit.ts';
import { FIT_SETTINGS } from './fit-settings.ts';
import type { Sample } from './samples.ts';

/** The weights of a language, with the bias that its windows are calibrated by. @param samples of that language */
export function learn(samples: readonly Sample[]): Weights {
  const fitted = (some: readonly Sample[]): Weights => fit(some, FIT_SETTINGS);
  const weights = fitted(samples);
  return new Map([...weights, ['bias', (weights.get('bias') ?? 0) + calibrated(samples, fitted)]]);
}
