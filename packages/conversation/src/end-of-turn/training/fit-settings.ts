import type { FitSettings } from './fit.ts';

/** Chosen by cross-validation within the two thirds that are learned from. */
export const FIT_SETTINGS: FitSettings = {
  epochs: 25,
  rate: 0.15,
  sharedDecay: 3,
  ownDecay: 15,
  plainDecay: 15,
  leastTurns: 3,
  sharpness: 1.25,
  caution: -0.4,
};

/** Of a language with a grammar: its sentences are many and alike. Chosen by domains that were left out; its caution is calibrated. */
export const GENERATED_SETTINGS: FitSettings = {
  ...FIT_SETTINGS,
  caution: 0,
  sharedDecay: null,
  ownDecay: 30,
  plainDecay: 12,
  leastTurns: 6,
};
