import { describe, expect, it } from 'vitest';
import { BackgroundLevel } from './background-level.ts';

/** A frame of this level. */
const frameAt = (dbfs: number) => new Int16Array(160).fill(Math.round(32768 * 10 ** (dbfs / 20)));

describe('BackgroundLevel', () => {
  it('takes silence for quiet and speech for loud, before it has heard anything', () => {
    const background = new BackgroundLevel();
    expect(background.isQuiet(frameAt(-70))).toBe(true);
    expect(background.isQuiet(frameAt(-20))).toBe(false);
  });

  it('takes the noise of a street for quiet once it knows it, and speech above it not', () => {
    const background = new BackgroundLevel();
    for (let i = 0; i < 50; i++) background.hear(frameAt(-40));
    expect(background.isQuiet(frameAt(-39))).toBe(true);
    expect(background.isQuiet(frameAt(-31))).toBe(false);
  });

  it('does not take a long word for background', () => {
    const background = new BackgroundLevel();
    for (let i = 0; i < 50; i++) background.hear(frameAt(-60));
    for (let i = 0; i < 100; i++) background.hear(frameAt(-35));
    expect(background.isQuiet(frameAt(-38))).toBe(false);
  });

  it('never takes a loud sound for quiet, however long it lasts', () => {
    const background = new BackgroundLevel();
    for (let i = 0; i < 5000; i++) background.hear(frameAt(-20));
    expect(background.isQuiet(frameAt(-20))).toBe(false);
  });
});
