import { seededRandom } from '@parley/audio/testing';
import { expect, it } from 'vitest';
import { trackAgent } from './agent-track.ts';
import { msOf, samplesOf } from './verdict.ts';

/** A word of 700 ms, silent from 300 to 400 ms, where a consonant is closed. */
function word(): Int16Array {
  const random = seededRandom(1);
  const noise = Int16Array.from({ length: samplesOf(700) }, () => Math.round((random() - 0.5) * 8000));
  return noise.fill(0, samplesOf(300), samplesOf(400));
}

/** What is said again, or left out, by an agent that stops in the closure and goes on from a place of the word. */
function jumpsMs(fromMs: number): number[] {
  const samples = word();
  const agent = new Int16Array(samplesOf(2000));
  agent.set(samples.subarray(0, samplesOf(300)), samplesOf(100));
  agent.set(samples.subarray(samplesOf(fromMs)), samplesOf(600));
  const words = [{ text: 'word', from: 0, to: samples.length, inReply: 0 }];
  const frames = trackAgent(agent, [{ samples, words, servedAt: 0, reply: 0, isWhole: true }]);
  return frames.flatMap(({ jump }) => (jump === 0 ? [] : [Math.round(msOf(jump))]));
}

it.each([
  [260, [-40]],
  [280, [-20]],
  [400, []],
  [440, [40]],
])('who stops where the word is silent, and goes on from %i ms, has jumped by %o', (fromMs, jumps) => {
  expect(jumpsMs(fromMs)).toEqual(jumps);
});
