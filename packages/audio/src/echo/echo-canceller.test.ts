import { describe, expect, it } from 'vitest';
import { decodeG711, encodeG711 } from '../codecs/g711.ts';
import { FRAME_SAMPLES } from '../frame.ts';
import { mix } from '../level.ts';
import { babble, roomResponse, throughRoom } from '../testing/signals.ts';
import { EchoCanceller } from './echo-canceller.ts';

const SECONDS = 12;
const AGENT = babble(SECONDS, 110, 1);
const CALLER = babble(SECONDS, 190, 2);
const CALLER_FROM = 8 * 8000;
const DELAY = 801;

const frames = (samples: Int16Array): Int16Array[] =>
  Array.from({ length: samples.length / FRAME_SAMPLES }, (_, i) =>
    samples.slice(i * FRAME_SAMPLES, (i + 1) * FRAME_SAMPLES),
  );

const powerOf = (parts: Int16Array[]): number =>
  parts.reduce((sum, part) => sum + part.reduce((of, sample) => of + sample * sample, 0), 0);

function cancelled(heard: Int16Array, delay: number | null): Int16Array[] {
  const canceller = new EchoCanceller();
  if (delay !== null) canceller.useDelay(delay);
  const sent = frames(AGENT);
  return frames(decodeG711('PCMU', encodeG711('PCMU', heard))).map((frame, i) => {
    const rest = canceller.cancel(frame);
    canceller.noteSent(sent[i]!);
    return rest;
  });
}

describe.each([-6, -15, -30])('an echo of %i dB through a room', (gainDb) => {
  const echo = throughRoom(AGENT, roomResponse(gainDb, 3), DELAY);
  const settled = (parts: Int16Array[]): Int16Array[] => parts.slice((SECONDS * 50) / 3);

  it('is gone when its path has been learnt', () => {
    const rest = settled(cancelled(echo, DELAY));
    expect(powerOf(rest)).toBeLessThan(powerOf(settled(frames(echo))) / 30);
    expect(rest.filter((part) => part.every((sample) => sample === 0)).length).toBeGreaterThan(0.8 * rest.length);
  });

  it('is taken from the voice of a caller who speaks over it', () => {
    const said = CALLER.map((sample, i) => (i < CALLER_FROM ? 0 : sample / 2));
    const rest = cancelled(mix(echo, said), DELAY).slice(CALLER_FROM / FRAME_SAMPLES);
    const voice = frames(said).slice(CALLER_FROM / FRAME_SAMPLES);
    const error = rest.map((part, i) => part.map((sample, at) => sample - voice[i]![at]!));
    expect(powerOf(error)).toBeLessThan(powerOf(voice) / 20);
  });
});

describe('the echo canceller', () => {
  it('leaves a caller alone on a line without an echo, though it looks for one', () => {
    const rest = cancelled(CALLER, DELAY);
    const line = frames(decodeG711('PCMU', encodeG711('PCMU', CALLER)));
    const error = rest.map((part, i) => part.map((sample, at) => sample - line[i]![at]!));
    expect(powerOf(error)).toBeLessThan(powerOf(line) / 20);
  });

  it('gives back the very samples before a delay is known', () => {
    const heard = frames(AGENT);
    const canceller = new EchoCanceller();
    expect(heard.every((frame) => canceller.cancel(frame) === frame)).toBe(true);
  });
});
