import type { Completeness } from '../languages/end-of-turn.ts';
import type { SpokenLanguage } from '../languages/spoken-language.ts';
import { type Prosody, prosodyShift } from './prosody.ts';
import { windowMs } from './window.ts';

/** All that tells whether the caller has finished. */
export interface TurnEvidence {
  /** The recognizer's latest text: a partial or a final, with punctuation and capitals or without. */
  readonly text: string;
  /** The agent's last sentence when it was a question. */
  readonly question: string | null;
  readonly prosody: Prosody | null;
  readonly language: SpokenLanguage;
}

export interface TurnEnd {
  /** That nothing more is coming, 0 to 1. */
  readonly probability: number;
  /** The silence behind which the turn is over, in milliseconds from the last voiced frame. */
  readonly windowMs: number;
}

/** In log odds. */
const LOG_ODDS: Record<Completeness, number> = { complete: 1.4, unknown: -0.25, unfinished: -1.6 };

/** @param endpointingMs the agent's setting */
export function turnEnd({ text, prosody, language }: TurnEvidence, endpointingMs: number): TurnEnd {
  const logOdds = LOG_ODDS[language.completeness(text)] + prosodyShift(prosody);
  const probability = 1 / (1 + Math.exp(-logOdds));
  return { probability, windowMs: windowMs(probability, endpointingMs) };
}
