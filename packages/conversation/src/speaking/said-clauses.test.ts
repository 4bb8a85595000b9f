import { describe, expect, it } from 'vitest';
import { type ClauseIdentity, SaidClauses, type SaidClausesOptions, type VoiceMemory } from './said-clauses.ts';

const HOUR_MS = 60 * 60_000;
const clause = (text: string, change: Partial<ClauseIdentity> = {}): ClauseIdentity => ({
  text,
  language: 'en-US',
  rateHz: 8000,
  ...change,
});
const sound = (length: number, level = 1) => ({
  samples: new Int16Array(length).fill(level),
  words: [{ text: 'Sure.', startMs: 0, endMs: 300 }],
});

/** A store whose time the test passes. */
function opened(options: Partial<SaidClausesOptions> = {}) {
  const time = { nowMs: 0 };
  return { time, clauses: new SaidClauses({ nowMs: () => time.nowMs, ...options }) };
}

function noteTwice(memory: VoiceMemory, identity: ClauseIdentity, said = sound(100)): void {
  memory.note(identity, said);
  memory.note(identity, said);
}

describe('what a voice has said', () => {
  it('is recalled with its words, once it was said twice', () => {
    const memory = opened().clauses.of('voice');
    memory.note(clause('Sure.'), sound(100));
    expect(memory.recall(clause('Sure.'))).toBeNull();
    memory.note(clause('Sure.'), sound(100));
    expect(memory.recall(clause('Sure.'))).toMatchObject(sound(100));
  });

  it('is recalled after the first time where it is known to come again', () => {
    const memory = opened().clauses.of('voice');
    memory.note(clause('Sure.'), sound(100), true);
    expect(memory.recall(clause('Sure.'))).toMatchObject(sound(100));
  });

  it('is to be said ahead by one call, where it is not kept', () => {
    const { clauses, time } = opened();
    const memory = clauses.of('voice');
    expect(memory.claim(clause('Sure.'))).toBe(true);
    expect(memory.claim(clause('Sure.'))).toBe(false);
    expect(clauses.of('other').claim(clause('Sure.'))).toBe(true);
    // The call that was to say it has ended before.
    time.nowMs = 60_000;
    expect(memory.claim(clause('Sure.'))).toBe(true);
    memory.note(clause('Sure.'), sound(100), true);
    time.nowMs = HOUR_MS;
    expect(memory.claim(clause('Sure.'))).toBe(false);
    time.nowMs = 60_000 + HOUR_MS + 1;
    expect(memory.claim(clause('Sure.'))).toBe(true);
  });

  it('is of one voice of one account, one language, one rate and one text', () => {
    const { clauses } = opened();
    noteTwice(clauses.of('one'), clause('Sure.'));
    expect(clauses.of('other').recall(clause('Sure.'))).toBeNull();
    for (const change of [{ text: 'Sure!' }, { language: 'en-GB' }, { rateHz: 16_000 as const }])
      expect(clauses.of('one').recall(clause('Sure.', change))).toBeNull();
    expect(clauses.of('one').recall(clause('Sure.'))).not.toBeNull();
  });

  it('is a copy: the samples that were noted may be used for something else', () => {
    const memory = opened().clauses.of('voice');
    const said = sound(100);
    noteTwice(memory, clause('Sure.'), said);
    said.samples.fill(0);
    said.words.length = 0;
    expect(memory.recall(clause('Sure.'))).toMatchObject(sound(100));
  });

  it('makes room for what is wanted more recently', () => {
    const { clauses } = opened({ mostBytes: 600 });
    const memory = clauses.of('voice');
    for (const text of ['a', 'b', 'c']) noteTwice(memory, clause(text));
    memory.recall(clause('a'));
    noteTwice(memory, clause('d'));
    expect(clauses.bytes).toBe(600);
    expect(['a', 'b', 'c', 'd'].map((text) => memory.recall(clause(text)) !== null)).toEqual([true, false, true, true]);
  });

  it('is short, and has a sound', () => {
    const { clauses } = opened();
    const memory = clauses.of('voice');
    noteTwice(memory, clause('word '.repeat(25)));
    noteTwice(memory, clause('Sure.'), sound(0));
    noteTwice(memory, clause('Okay.'), sound(1_000_000));
    expect(clauses.bytes).toBe(0);
  });

  it('is forgotten after an hour, however often it was wanted', () => {
    const { clauses, time } = opened();
    const memory = clauses.of('voice');
    noteTwice(memory, clause('Sure.'));
    time.nowMs = HOUR_MS;
    expect(memory.recall(clause('Sure.'))).not.toBeNull();
    time.nowMs += 1;
    expect(memory.recall(clause('Sure.'))).toBeNull();
    expect(clauses.bytes).toBe(0);
  });
});
