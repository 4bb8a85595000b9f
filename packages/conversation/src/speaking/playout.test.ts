import { type AudioRateHz, FRAME_MS, frameSamples, levelDbfs } from '@parley/audio';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CallLanguage } from '../languages/call-language.ts';
import { MediaClock } from '../media-clock.ts';
import { letterOf as letter, ToneTextToSpeech } from '../testing/tone-text-to-speech.ts';
import { settle, VirtualTime } from '../testing/virtual-time.ts';
import { Playout } from './playout.ts';
import { Speech } from './speech.ts';
import { Synthesis } from './synthesis.ts';

function newSpeech(withWords = false, rateHz: AudioRateHz = 8000): Speech {
  const clock = new MediaClock();
  const tts = new ToneTextToSpeech({ time: new VirtualTime(), withWords });
  return new Speech(
    new Synthesis({
      rate: { rateHz },
      voices: [{ tts, voice: 'v' }],
      language: new CallLanguage('en'),
      clock,
      onWarning: () => undefined,
    }),
    clock,
  );
}

async function spoken(clauses: string[], withWords = false, rateHz: AudioRateHz = 8000): Promise<Speech> {
  const speech = newSpeech(withWords, rateHz);
  for (const clause of clauses) speech.add(clause);
  speech.end();
  await settle();
  return speech;
}

class Line {
  readonly playout = new Playout({ rateHz: 8000 });
  readonly frames: (Int16Array | null)[] = [];
  readonly marks: string[] = [];

  pop(count = 1): void {
    for (let popped = 0; popped < count; popped += 1) {
      const { frame, isFirst, isLast } = this.playout.pop(this.frames.length * FRAME_MS);
      if (isFirst) this.marks.push(`first ${this.frames.length}`);
      if (isLast) this.marks.push(`last ${this.frames.length}`);
      this.frames.push(frame);
    }
  }

  /** The levels of the frames, as letters; "." for silence, "~" for a frame that fades. */
  get text(): string {
    return this.frames.map(letterOf).join('');
  }
}

/** A character takes 40 ms, two frames. */
function letterOf(frame: Int16Array | null): string {
  if (!frame) return '.';
  return frame.at(-1) === 0 ? '~' : letter(frame);
}

describe('playout', () => {
  it('plays clauses one behind the other, and tells where they begin and end', async () => {
    const line = new Line();
    line.playout.play(await spoken(['ab', 'cd']));
    line.pop(10);
    expect(line.text).toBe('aabbccdd..');
    expect(line.marks).toEqual(['first 0', 'last 7']);
  });

  it.each([
    [16_000, 16_000],
    [16_000, 8000],
    [8000, 16_000],
  ] as const)('plays what was prepared at %i Hz in a call of %i Hz, with the same ledger', async (prepared, rateHz) => {
    const playout = new Playout({ rateHz });
    playout.play(await spoken(['ab', 'cd'], false, prepared));
    const popped = Array.from({ length: 10 }, (_, index) => playout.pop(index * FRAME_MS));
    const frames = popped.flatMap(({ frame }) => frame ?? []);
    expect(popped.map(({ frame }) => frame?.length ?? 0)).toEqual([...Array(8).fill(frameSamples(rateHz)), 0, 0]);
    expect(levelDbfs(Int16Array.from(frames.flatMap((frame) => [...frame])))).toBeGreaterThan(-60);
    expect(popped.map(({ said }) => said).filter((said) => said !== null)).toEqual(['ab', 'cd']);
    expect(playout.drop()).toMatchObject({ text: 'ab cd', sentMs: 160, span: { startMs: 0, endMs: 160 } });
  });

  it('waits for sound that is not there yet', async () => {
    const line = new Line();
    const speech = newSpeech();
    line.playout.play(speech);
    line.pop(2);
    speech.add('ab');
    await settle();
    line.pop(6);
    speech.end();
    await settle();
    line.pop(2);
    expect(line.text).toBe('..aabb....');
    expect(line.marks).toEqual(['first 2', 'last 8']);
  });

  it('is over at once when there is nothing to say', async () => {
    const line = new Line();
    line.playout.play(await spoken([]));
    line.pop(2);
    expect(line.marks).toEqual(['last 0']);
    expect(line.text).toBe('..');
  });

  it('goes on 9 dB quieter within a frame, and comes back', async () => {
    const line = new Line();
    line.playout.play(await spoken(['aaaaaaaa']));
    line.pop(3);
    line.playout.duck();
    line.pop(4);
    line.playout.restore();
    line.pop(6);
    const levels = line.frames.map((frame) => Math.round((100 * Math.abs(frame!.at(-1)!)) / 9700));
    expect(levels).toEqual([100, 100, 100, 35, 35, 35, 35, 100, 100, 100, 100, 100, 100]);
  });

  it('has said what faded when it was held, where it is dropped then', async () => {
    const line = new Line();
    line.playout.play(await spoken(['stop here'], true));
    // Half of the word; the frame that fades has a little more.
    line.pop(4);
    line.playout.hold();
    line.pop(5);
    expect(line.playout.drop()).toMatchObject({ text: 'stop', rest: 'here' });
  });

  it('holds back a speech that has not begun', async () => {
    const line = new Line();
    line.playout.play(await spoken(['a']));
    line.playout.duck();
    line.pop(2);
    line.playout.restore();
    line.pop(3);
    expect(line.text).toBe('..aa.');
    expect(line.marks).toEqual(['first 2', 'last 3']);
  });

  it('tells which clause was sent to its end', async () => {
    const { playout } = new Line();
    playout.play(await spoken(['ab', 'c']));
    expect(Array.from({ length: 7 }, (_, index) => playout.pop(index * FRAME_MS).said)).toEqual([
      null,
      null,
      null,
      'ab',
      null,
      'c',
      null,
    ]);
  });

  it('is dropped within a frame, and tells what was sent', async () => {
    const line = new Line();
    line.playout.play(await spoken(['one two three']));
    line.pop(12);
    const played = line.playout.drop();
    line.pop(2);
    expect(line.text.slice(12)).toBe('~.');
    expect(played).toMatchObject({ text: 'one', rest: 'two three', span: { startMs: 0, endMs: 260 } });
    expect(line.playout.drop()).toBeNull();
  });

  it('counts a word of which more than half was sent', async () => {
    const line = new Line();
    line.playout.play(await spoken(['one two three four'], true));
    line.pop(12);
    const played = line.playout.drop()!;
    expect(played.text).toBe('one two');
    expect(played.rest).toBe('three four');
  });

  it('sends every sample once and in order, whatever happens to it', () => {
    return fc.assert(
      fc.asyncProperty(
        fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 5 }),
        fc.array(fc.constantFrom('pop', 'pop', 'pop', 'duck', 'restore'), { maxLength: 80 }),
        async (clauses, steps) => {
          const line = new Line();
          const whole = await spoken(clauses);
          line.playout.play(whole);
          for (const step of steps) {
            if (step === 'pop') line.pop();
            else line.playout[step as 'duck' | 'restore']();
            await settle();
          }
          line.playout.restore();
          for (let popped = 0; popped < 200; popped += 1) {
            line.pop();
            await settle();
          }
          const expected = clauses.join('').replace(/./g, '$&$&');
          expect(line.text.replace(/[.~]/g, '')).toBe(expected);
          expect(line.marks.filter((mark) => mark.startsWith('last'))).toHaveLength(1);
          expect(line.playout.drop()!.text).toBe(clauses.join(' '));
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('a speech', () => {
  it('is synthesized a little ahead of playout, and no further', async () => {
    const tts = new ToneTextToSpeech({ time: new VirtualTime() });
    const clock = new MediaClock();
    const speech = new Speech(
      new Synthesis({
        rate: { rateHz: 8000 },
        voices: [{ tts, voice: 'v' }],
        language: new CallLanguage('en'),
        clock,
        onWarning: () => undefined,
      }),
      clock,
      1,
    );
    for (const clause of ['a', 'b', 'c', 'd', 'e']) speech.add(clause);
    speech.end();
    await settle();
    expect(tts.requests).toEqual(['a']);
    speech.advanceTo(0);
    await settle();
    expect(tts.requests).toEqual(['a', 'b', 'c']);
    speech.advanceTo(2);
    await settle();
    expect(tts.requests).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(speech.isComplete).toBe(true);
  });
});
