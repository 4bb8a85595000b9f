import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FRAME_SAMPLES } from './frame.ts';
import { Framer } from './framer.ts';

describe('Framer', () => {
  it('gives back every sample in order, in frames of 160, however they came', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1000 }), { maxLength: 20 }), (lengths) => {
        const framer = new Framer();
        let next = 0;
        const frames = lengths.flatMap((length) => framer.push(Int16Array.from({ length }, () => next++)));
        const rest = framer.flush();
        if (rest) frames.push(rest);
        expect(frames.length).toBe(Math.ceil(next / FRAME_SAMPLES));
        for (const frame of frames) expect(frame).toHaveLength(FRAME_SAMPLES);
        const all = frames.flatMap((frame) => [...frame]);
        expect(all.slice(0, next)).toEqual(Array.from({ length: next }, (_, i) => i));
        expect(all.slice(next).every((sample) => sample === 0)).toBe(true);
        expect(framer.flush()).toBeNull();
      }),
    );
  });

  it('hands out memory of its own', () => {
    const framer = new Framer();
    const source = new Int16Array(160).fill(5);
    const [frame] = framer.push(source);
    source.fill(9);
    framer.push(source);
    expect(new Set(frame)).toEqual(new Set([5]));
  });
});
