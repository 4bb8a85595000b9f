import type { MediaClock } from '../media-clock.ts';
import { clausesOf } from './clause-splitter.ts';
import { Speech } from './speech.ts';
import type { Synthesis } from './synthesis.ts';

/** A line of the agent that is known from its first word to its last. */
export function lineSpeech(text: string, synthesis: Synthesis, clock: MediaClock): Speech {
  const speech = new Speech(synthesis, clock);
  for (const clause of clausesOf(text, synthesis.pack)) speech.add(clause);
  speech.end();
  return speech;
}
