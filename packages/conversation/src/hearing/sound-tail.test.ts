import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SoundTail } from './sound-tail.ts';

it('keeps the last samples in their order, however they come', () => {
  const pieces = fc.array(fc.array(fc.integer({ min: -9, max: 9 }), { maxLength: 7 }), { maxLength: 20 });
  fc.assert(
    fc.property(pieces, fc.integer({ min: 0, max: 9 }), (written, count) => {
      const tail = new SoundTail(7);
      for (const piece of written) tail.write(Int16Array.from(piece));
      const all = written.flat();
      expect([...tail.read()]).toEqual(all.slice(-7));
      expect([...tail.read(count)]).toEqual(count === 0 ? [] : all.slice(-Math.min(count, 7)));
    }),
  );
});
