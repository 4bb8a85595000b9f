import { levelOf } from './loudness.ts';
import { mayDemand } from './overlap.ts';
import type { OpenUtterance, TurnSettings, TurnState } from './turn-state.ts';

/** So much quieter than the caller is someone farther away from the telephone, or a television. Who turns away loses less. */
const FAINT_DB = 12;
/** In dBov. What is louder is as loud as callers are. */
const LOUDEST_FAINT_DB = -32;
/** Of 180 ms, a syllable: a word or two are known soon after. */
const ENOUGH_WEIGHT = 8;
/** Of all of it: less is whispered. */
const LEAST_PITCHED = 0.27;
/** People speak up, and move away from the telephone for a while: how much of the difference each turn makes. */
const LOUDER_SHARE = 0.5;
const QUIETER_SHARE = 0.3;

/** The caller has had a turn with words: that is how loud they are. What came over the agent's speech may have been another's. */
export function withCallerLevel(state: TurnState, { loudness, interrupts }: OpenUtterance): TurnState {
  const { levelDb } = state.party;
  const turnDb = levelOf(loudness);
  const offDb = (turnDb ?? 0) - (levelDb ?? 0);
  if (turnDb === null || (interrupts && offDb < 0)) return state;
  const learnedDb = levelDb === null ? turnDb : levelDb + (offDb > 0 ? LOUDER_SHARE : QUIETER_SHARE) * offDb;
  return { ...state, party: { ...state.party, levelDb: learnedDb } };
}

/**
 * What is being said is hardly said by the caller. Not before the caller has had a turn; a caller who whispers has no pitch, and
 * what wants the agent to be silent is meant for it.
 */
export function isFaint(state: TurnState, { demands }: Pick<TurnSettings, 'demands'>): boolean {
  const { voice, party } = state;
  const { loudness, text } = state.utterance;
  const levelDb = levelOf(loudness);
  if (levelDb === null || party.levelDb === null || loudness.pitched < LEAST_PITCHED * loudness.weight) return false;
  const isMeasured = !voice.active || loudness.weight >= ENOUGH_WEIGHT;
  const isFar = levelDb < Math.min(party.levelDb - FAINT_DB, LOUDEST_FAINT_DB);
  return isMeasured && isFar && !mayDemand(text, demands);
}
