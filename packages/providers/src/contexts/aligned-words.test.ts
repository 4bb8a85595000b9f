import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AlignedWords, type Alignment } from './aligned-words.ts';

const CHARACTER_MS = 10;

/** Characters of 10 ms each, from `fromMs` on. */
const alignmentOf = (text: string, fromMs = 0): Alignment => ({
  chars: [...text],
  charStartTimesMs: [...text].map((_, index) => fromMs + index * CHARACTER_MS),
  charDurationsMs: [...text].map(() => CHARACTER_MS),
});

/** Each chunk counts from its own beginning, which is where the audio before it ends. */
function wordsOf(text: string, chunks: string[]) {
  const words = new AlignedWords(text);
  let audioMs = 0;
  const reported = chunks.flatMap((chunk) => {
    const complete = words.add(alignmentOf(chunk), audioMs);
    audioMs += [...chunk].length * CHARACTER_MS;
    return complete;
  });
  return [...reported, ...words.end()];
}

describe('aligned words', () => {
  it('counts from the beginning of the clause, across chunks and within words', () => {
    expect(wordsOf('Good morning.', ['Good mor', 'ning. '])).toEqual([
      { text: 'Good', startMs: 0, endMs: 40 },
      { text: 'morning.', startMs: 50, endMs: 130 },
    ]);
  });

  it('knows a first chunk that counts from the beginning, behind audio without characters', () => {
    const countingOn = new AlignedWords('Good');
    expect([...countingOn.add(alignmentOf('Good', 120), 100), ...countingOn.end()]).toEqual([
      { text: 'Good', startMs: 120, endMs: 160 },
    ]);
    const ofItsOwn = new AlignedWords('Good');
    expect([...ofItsOwn.add(alignmentOf('Good'), 100), ...ofItsOwn.end()]).toEqual([
      { text: 'Good', startMs: 100, endMs: 140 },
    ]);
  });

  it('has every word once, wherever chunks end', () => {
    const word = fc.stringMatching(/^[a-zäß東]{1,6}[.,]?$/u);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 8 }), fc.array(fc.nat(60)), (list, cuts) => {
        const text = list.join(' ');
        const ends = [...new Set([...cuts.filter((cut) => cut > 0 && cut < text.length), text.length])].sort(
          (a, b) => a - b,
        );
        const chunks = ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end));
        const words = wordsOf(text, chunks);
        expect(words.map((spoken) => spoken.text)).toEqual(list);
        for (const { text: spoken, startMs, endMs } of words)
          expect(endMs - startMs).toBe([...spoken].length * CHARACTER_MS);
        expect(words.map(({ startMs }) => startMs)).toEqual(
          [...text.matchAll(/\S+/g)].map(({ index }) => index * CHARACTER_MS),
        );
      }),
    );
  });

  it('reports no word again when the alignment begins again', () => {
    const words = new AlignedWords('Good morning to you.');
    expect(words.add(alignmentOf('Good mor'), 0).map(({ text }) => text)).toEqual(['Good']);
    expect(words.add(alignmentOf('Good morning to you.'), 80)).toEqual([
      { text: 'morning', startMs: 50, endMs: 120 },
      { text: 'to', startMs: 130, endMs: 150 },
    ]);
    expect(words.end()).toEqual([{ text: 'you.', startMs: 160, endMs: 200 }]);
  });

  it('takes repeated words for what they are', () => {
    expect(wordsOf('No no no.', ['No ', 'no ', 'no.']).map(({ text }) => text)).toEqual(['No', 'no', 'no.']);
    expect(wordsOf('no no no', ['no ', 'no ', 'no']).map(({ startMs }) => startMs)).toEqual([0, 30, 60]);
  });

  it('goes on counting where the vendor does', () => {
    const words = new AlignedWords('Good morning.');
    words.add(alignmentOf('Good mor'), 0);
    words.add(alignmentOf('ning.', 80), 80);
    expect(words.end()).toEqual([{ text: 'morning.', startMs: 50, endMs: 130 }]);
  });

  it('has no words for a chunk without characters', () => {
    const words = new AlignedWords('Good.');
    expect(words.add(alignmentOf(''), 0)).toEqual([]);
    expect(words.end()).toEqual([]);
  });
});
