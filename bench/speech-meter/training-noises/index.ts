import type { Random } from '../signal-parts.ts';
import { firstFormulas } from './first-formulas.ts';
import { randomSounds } from './random-sounds.ts';
import { secondFormulas } from './second-formulas.ts';
import { thirdFormulas } from './third-formulas.ts';

/**
 * Sounds that are not speech, for training: the same kinds by several formulas. Those that the result is measured with are
 * others, in held-out-noises.ts; when they are changed by what was measured they belong here, and new ones there.
 */
export const trainingNoises: Readonly<Record<string, (random: Random) => Float64Array>> = {
  ...firstFormulas,
  ...secondFormulas,
  ...thirdFormulas,
  ...randomSounds,
};
