/** Signals made by formulas, for tests, measurements and training. */
export { seededRandom, toPcm } from './signals.ts';
