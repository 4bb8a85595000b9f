import type { Draw } from './draw.ts';
import type { Drawn, Expectation, Sound } from './test-case.ts';

const OVER_MS = [600, 4200] as const;
const SILENCE_MS = [600, 1500] as const;

/** A sound over the agent's speech. */
export const drawnOver = (draw: Draw, detail: string, sound: Sound, expects: Expectation, isHeard = true): Drawn => ({
  detail,
  sound,
  moment: { when: 'over', afterMs: draw.between(...OVER_MS) },
  expects,
  isHeard,
});

/** One into the agent's silence. */
export const drawnToSilence = (draw: Draw, detail: string, sound: Sound): Drawn => ({
  detail,
  sound,
  moment: { when: 'silence', afterMs: draw.between(...SILENCE_MS) },
  expects: 'reply',
  isHeard: true,
});
