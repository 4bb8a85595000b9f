import type { MediaClock } from '../media-clock.ts';
import { ClauseSplitter } from './clause-splitter.ts';
import { Speech } from './speech.ts';
import type { Synthesis } from './synthesis.ts';

/** A line of the agent that is known from its first word to its last. */
export function lineSpeech(text: string, synthesis: Synthesis, clock: MediaClock): Speech {
  const speech = new Speech(synthesis, clock);
  const splitter = new ClauseSplitter();
  for (const clause of [...splitter.push(text), ...splitter.flush()]) speech.add(clause);
  speech.end();
  return speech;
}
