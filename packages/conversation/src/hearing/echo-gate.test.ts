import { decodeG711, encodeG711, FRAME_SAMPLES, mix } from '@parley/audio';
import { describe, expect, it } from 'vitest';
import { EchoGate } from './echo-gate.ts';

/** Something like a voice: harmonics of a pitch that wanders, in syllables of 200 ms with pauses between them. */
function voice(pitchHz: number, frames: number): Int16Array {
  let phase = 0;
  return Int16Array.from({ length: frames * FRAME_SAMPLES }, (_, i) => {
    const seconds = i / 8000;
    phase += (2 * Math.PI * pitchHz * (1 + 0.2 * Math.sin(seconds * 7.3 + pitchHz))) / 8000;
    const loudness = Math.max(0, Math.sin(2 * Math.PI * 2.5 * seconds + pitchHz));
    const colour = 0.5 + 0.5 * Math.sin(seconds * 11 + pitchHz);
    return 5000 * loudness * (Math.sin(phase) + colour * Math.sin(3 * phase) + (1 - colour) * Math.sin(5 * phase));
  });
}

const AGENT = voice(110, 150);
const CALLER = voice(190, 150);

const frameOf = (samples: Int16Array, index: number): Int16Array =>
  samples.slice(index * FRAME_SAMPLES, (index + 1) * FRAME_SAMPLES);

/** The sound `delay` samples later and at `gain`, through the codec of a telephone line. */
function line(samples: Int16Array, delay: number, gain: number): Int16Array {
  const late = Int16Array.from(samples, (_, i) => (samples[i - delay] ?? 0) * gain);
  return decodeG711('PCMU', encodeG711('PCMU', late));
}

/** The share of the frames with audio in them that count as echo. */
function echoed(heard: Int16Array, sent: Int16Array): number {
  const gate = new EchoGate();
  let loud = 0;
  let echoes = 0;
  for (let index = 0; index < heard.length / FRAME_SAMPLES; index += 1) {
    const frame = frameOf(heard, index);
    const isEcho = gate.isEcho(frame);
    gate.noteSent(frameOf(sent, index));
    if (!frame.some((sample) => Math.abs(sample) > 200)) continue;
    loud += 1;
    if (isEcho) echoes += 1;
  }
  return echoes / loud;
}

describe('the echo gate', () => {
  it.each([
    [320, 1],
    [801, 0.5],
    [1637, 0.1],
    [3150, 0.3],
  ])('knows the agent again %i samples later, at %f of its level', (delay, gain) => {
    expect(echoed(line(AGENT, delay, gain), AGENT)).toBeGreaterThan(0.95);
  });

  it('lets a caller through, whatever the agent says', () => {
    expect(echoed(CALLER, AGENT)).toBeLessThan(0.02);
  });

  it('lets a caller through who speaks over the echo', () => {
    const both = mix(line(AGENT, 801, 0.3), CALLER);
    expect(echoed(both, AGENT)).toBeLessThan(0.2);
  });

  it('lets everything through while the agent is silent', () => {
    expect(echoed(CALLER, new Int16Array(CALLER.length))).toBe(0);
  });

  it('does not know a sound again that comes later than any echo', () => {
    expect(echoed(line(AGENT, 5000, 1), AGENT)).toBeLessThan(0.05);
  });
});
