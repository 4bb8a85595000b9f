import { describe, expect, it } from 'vitest';
import { babble, roomResponse, throughRoom } from '../testing/signals.ts';
import { DelayFinder } from './delay-finder.ts';

const SECONDS = 10;
const AGENT = babble(SECONDS, 110, 1);
const SENT_LENGTH = 3000;
const HEARD_LENGTH = 640;

/** What the finder tells of each 80 ms: how much later than it was sent a sound is heard. */
function delaysOf(heard: Int16Array): (number | null)[] {
  const finder = new DelayFinder();
  const ends = Array.from({ length: 100 }, (_, i) => 4000 + i * HEARD_LENGTH).filter((end) => end < heard.length);
  return ends.map((end) => {
    const sent = Float32Array.from(AGENT.subarray(end - SENT_LENGTH, end)).subarray(-2048);
    const at = finder.compare(sent, Float32Array.from(heard.subarray(end - HEARD_LENGTH, end)));
    return at === null ? null : sent.length - HEARD_LENGTH - at;
  });
}

describe('the delay finder', () => {
  it.each([160, 700, 1400])('finds an echo through a room after %i samples', (delay) => {
    const found = delaysOf(throughRoom(AGENT, roomResponse(-20, 3), delay)).filter((at) => at !== null);
    expect(found.length).toBeGreaterThan(50);
    for (const at of found) expect(Math.abs(at - delay)).toBeLessThan(48);
  });

  it('finds none between two voices', () => {
    expect(delaysOf(babble(SECONDS, 117, 9)).filter((at) => at !== null)).toEqual([]);
  });
});
