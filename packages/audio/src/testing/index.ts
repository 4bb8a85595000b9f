/** Signals made by formulas, for tests, measurements and training. */
export { babble, roomResponse, seededRandom, throughRoom, toPcm } from './signals.ts';
