import { expect, it } from 'vitest';
import { allPacks, ENGLISH } from '../languages/packs.ts';
import { clausesOf } from './clause-splitter.ts';
import { openerOf } from './openers.ts';

it.each([
  ['Sure.', 'Sure.'],
  ['Sure,', 'Sure.'],
  ['of course!', 'Of course.'],
  ['OK,', 'Okay.'],
  ['Okay?', null],
  ['Sure thing.', null],
  ['', null],
])('%j is the beginning %j', (clause, opener) => expect(openerOf(clause, ENGLISH)).toBe(opener));

it.each(allPacks.map((pack) => [pack.tag, pack] as const))('%s has few, each a clause by itself', (_, pack) => {
  const { openers } = pack;
  expect(openers.length).toBeGreaterThan(0);
  expect(openers.length).toBeLessThanOrEqual(8);
  expect(new Set(openers.map((opener) => openerOf(opener, pack))).size).toBe(openers.length);
  for (const opener of openers) {
    expect(openerOf(opener, pack)).toBe(opener);
    const reply = `${opener}${pack.isSpaced ? ' ' : ''}${pack.phrases.oneMoment}`;
    expect(clausesOf(reply, pack)[0]).toBe(opener);
  }
});
