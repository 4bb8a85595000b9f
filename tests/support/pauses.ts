import type { readWav } from '@parley/audio';
import { fetchWav, stretchesOfSound } from './sound.ts';

/**
 * The longest silence of the agent in a stereo recording while the caller waited for it, in seconds: from the caller's
 * last sound to the last sound of the agent, without what either of them said. It begins with the caller's first sound;
 * where the agent speaks first, with the answer.
 */
function longestPause(wav: ReturnType<typeof readWav>, begins: 'caller' | 'answer' = 'caller'): number {
  const [caller, agent] = [stretchesOfSound(wav, 0), stretchesOfSound(wav, 1)];
  const last = agent.at(-1)?.endS ?? 0;
  // A pause between two of the caller's words is the caller's.
  const sounds = [...caller, ...agent].sort((a, b) => a.startS - b.startS);
  const [first] = caller;
  if (!first && begins === 'caller') throw new Error('the caller has said nothing');
  if (last === 0) throw new Error('the agent has said nothing');
  let longest = 0;
  let untilS = begins === 'caller' ? first!.endS : 0;
  for (const { startS, endS } of sounds) {
    if (startS > last) break;
    if (startS > untilS) longest = Math.max(longest, startS - untilS);
    untilS = Math.max(untilS, endS);
  }
  return longest;
}

/** Of a call that is over. */
export async function pauseOf(
  { recording_stereo_url }: { recording_stereo_url: string },
  begins?: 'caller' | 'answer',
): Promise<number> {
  return longestPause(await fetchWav(recording_stereo_url), begins);
}
