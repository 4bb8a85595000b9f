import { describe, expect, it } from 'vitest';
import { packFor } from '../languages/packs.ts';
import { Coin } from '../testing/tone-text-to-speech.ts';
import { ClauseSound } from './clause-sound.ts';

const samples = (ms: number): Int16Array => new Int16Array(ms * 8);

function clause(text: string, ms: number, isComplete = true): ClauseSound {
  const sound = new ClauseSound(text, 8000);
  sound.append({ samples: samples(ms) });
  if (isComplete) sound.complete();
  return sound;
}

describe('the text of a part of a clause', () => {
  it.each([
    [0, ''],
    [390, ''],
    [400, 'four'],
    [500, 'four'],
    [890, 'four'],
    [900, 'four five'],
    [1400, 'four five six'],
  ])('after %i of 1400 ms is "%s", by characters', (ms, text) => {
    expect(clause('four five six.', 1400).textWithin(ms * 8)).toBe(text === 'four five six' ? 'four five six.' : text);
  });

  it('is guessed while the clause is not complete', () => {
    // 65 ms a character: the first word is over after 260 ms.
    expect(clause('four five six seven', 400, false).textWithin(270 * 8)).toBe('four');
    expect(clause('four five six seven', 400, false).textWithin(200 * 8)).toBe('');
  });

  it('is a number of characters where words have no borders', () => {
    expect(clause('こんにちは', 500).textWithin(200 * 8)).toBe('こん');
  });

  it('is guessed by characters where the sound is no speech', () => {
    const coin = new Coin();
    const noise = Int16Array.from({ length: 1400 * 8 }, () => coin.toss() * 3000);
    for (const sound of [noise, samples(1400)]) {
      const unheard = new ClauseSound('four five six.', 8000, { spelling: packFor('en').spelling });
      unheard.append({ samples: sound });
      unheard.complete();
      expect(unheard.textWithin(500 * 8)).toBe('four');
      expect(unheard.textWithin(900 * 8)).toBe('four five');
    }
  });

  it('goes by the words of the vendor, punctuation included', () => {
    const timed = new ClauseSound('Well, four (five).', 8000);
    timed.append({ samples: samples(500), words: [{ text: 'Well', startMs: 0, endMs: 100 }] });
    timed.append({ samples: samples(500), words: [{ text: 'four', startMs: 500, endMs: 700 }] });
    timed.append({ samples: samples(500), words: [{ text: 'five', startMs: 700, endMs: 1000 }] });
    timed.complete();
    expect(timed.textWithin(300 * 8)).toBe('Well,');
    expect(timed.textWithin(600 * 8)).toBe('Well,');
    expect(timed.textWithin(601 * 8)).toBe('Well, four');
    expect(timed.textBeyond(601 * 8)).toBe('(five).');
    expect(timed.textWithin(1500 * 8)).toBe('Well, four (five).');
  });

  it('is what the vendor says where its words are not those of the text', () => {
    const read = new ClauseSound('It costs $5 now', 8000);
    read.append({
      samples: samples(1000),
      words: [
        { text: 'it', startMs: 0, endMs: 100 },
        { text: 'costs', startMs: 100, endMs: 300 },
        { text: 'five dollars', startMs: 300, endMs: 700 },
      ],
    });
    expect(read.textWithin(800 * 8)).toBe('it costs five dollars');
    expect(read.textBeyond(800 * 8)).toBe('It costs $5 now');
  });
});

describe('the beginning of a first word', () => {
  it.each([
    [10, 'f…'],
    [250, 'fo…'],
    [390, 'fou…'],
    [900, 'fou…'],
  ])('after %i of 1400 ms is "%s", never the whole word', (ms, text) => {
    expect(clause('four five six.', 1400).beginningWithin(ms * 8)).toBe(text);
  });

  it('is a letter at least', () => {
    expect(clause('I see.', 600).beginningWithin(200 * 8)).toBe('I…');
  });
});

describe('the sound of a clause', () => {
  it('is kept in order over many chunks, and copied from anywhere', () => {
    const sound = new ClauseSound('x', 8000);
    for (let value = 0; value < 300; value += 1) sound.append({ samples: new Int16Array(100).fill(value) });
    expect(sound.length).toBe(30_000);
    const frame = new Int16Array(160);
    expect(sound.copyInto(frame, 0, 29_950)).toBe(50);
    expect(frame[49]).toBe(299);
    expect(sound.copyInto(frame, 60, 150)).toBe(100);
    expect(frame[60]).toBe(1);
    expect(frame[110]).toBe(2);
    expect(sound.copyInto(frame, 0, 40_000)).toBe(0);
  });

  it('is not written to what it was given, which others say too', () => {
    const shared = new Int16Array(100).fill(7);
    const sound = new ClauseSound('x', 8000);
    sound.append({ samples: shared });
    for (const value of [1, 2]) sound.append({ samples: new Int16Array(100).fill(value) });
    expect(shared).toEqual(new Int16Array(100).fill(7));
    const frame = new Int16Array(300);
    expect(sound.copyInto(frame, 0, 0)).toBe(300);
    expect([frame[99], frame[100], frame[299]]).toEqual([7, 1, 2]);
  });
});
