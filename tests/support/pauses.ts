import type { readWav } from '@parley/audio';
import { stretchesOfSound } from './sound.ts';

/**
 * The longest silence of the agent in a stereo recording while the caller waited for it, in seconds: from the caller's
 * last sound to the last sound of the agent, without what either of them said.
 */
export function longestPause(wav: ReturnType<typeof readWav>): number {
  const [caller, agent] = [stretchesOfSound(wav, 0), stretchesOfSound(wav, 1)];
  const last = agent.at(-1)?.endS ?? 0;
  // A pause between two of the caller's words is the caller's.
  const sounds = [...caller, ...agent].sort((a, b) => a.startS - b.startS);
  const [first] = caller;
  if (!first) throw new Error('the caller has said nothing');
  let longest = 0;
  let untilS = first.endS;
  for (const { startS, endS } of sounds) {
    if (startS > last) break;
    if (startS > untilS) longest = Math.max(longest, startS - untilS);
    untilS = Math.max(untilS, endS);
  }
  return longest;
}
