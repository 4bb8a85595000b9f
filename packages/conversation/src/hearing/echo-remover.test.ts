import { FRAME_SAMPLES, levelDbfs, mix } from '@parley/audio';
import { babble, roomResponse, throughRoom } from '@parley/audio/testing';
import { describe, expect, it } from 'vitest';
import { EchoRemover } from './echo-remover.ts';

const SECONDS = 12;
const AGENT = babble(SECONDS, 110, 1);
const CALLER = babble(SECONDS, 190, 2);
const SETTLED_FRAMES = 8 * 50;
const AUDIBLE_DBFS = -60;

const frameOf = (samples: Int16Array, index: number): Int16Array =>
  samples.slice(index * FRAME_SAMPLES, (index + 1) * FRAME_SAMPLES);

/** The share of the frames in which `of` is loud that are still audible, after eight seconds of the agent alone. */
function audibleShare(heard: Int16Array, of: Int16Array): number {
  const remover = new EchoRemover();
  const audible: boolean[] = [];
  for (let index = 0; index < heard.length / FRAME_SAMPLES; index += 1) {
    const rest = remover.remove(frameOf(heard, index));
    remover.noteSent(frameOf(AGENT, index));
    const counts = index >= SETTLED_FRAMES && levelDbfs(frameOf(of, index)) > -45;
    if (counts) audible.push(levelDbfs(rest) > AUDIBLE_DBFS);
  }
  return audible.filter((isAudible) => isAudible).length / audible.length;
}

describe.each([-6, -20])('an echo of %i dB through a room, after a delay that nothing tells', (gainDb) => {
  const echo = throughRoom(AGENT, roomResponse(gainDb, 3), 1203);

  it('is silenced', () => {
    expect(audibleShare(echo, echo)).toBeLessThan(0.25);
  });

  it('leaves the caller audible who speaks over it', () => {
    const said = CALLER.map((sample, i) => (i < SETTLED_FRAMES * FRAME_SAMPLES ? 0 : sample / 2));
    expect(audibleShare(mix(echo, said), said)).toBeGreaterThan(0.95);
  });
});

it('hands on the very frames of a line without an echo', () => {
  const remover = new EchoRemover();
  for (let index = 0; index < SETTLED_FRAMES; index += 1) {
    const heard = frameOf(CALLER, index);
    expect(remover.remove(heard)).toBe(heard);
    remover.noteSent(frameOf(AGENT, index));
  }
});
