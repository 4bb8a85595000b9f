import { expect, it } from 'vitest';
import { type PackTag, packs } from '../../languages/packs.ts';
import { weightsOf } from '../weights.ts';
import { figuresOf, scored } from './figures.ts';
import { samplesOf } from './samples.ts';

it('ends are distinguished from pauses in the third of the corpus that is held out', () => {
  const tags = Object.keys(packs) as PackTag[];
  const all = tags.flatMap((tag) =>
    scored(
      samplesOf(tag, ({ isHeldOut }) => isHeldOut),
      weightsOf(tag),
    ),
  );
  const figures = figuresOf(all);
  expect(figures.auc).toBeGreaterThan(0.93);
  expect(figures.endsWithin320).toBeGreaterThan(0.6);
  expect(figures.endsWithin700).toBeGreaterThan(0.8);
  expect(figures.pausesOver1000).toBeGreaterThan(0.85);
  expect(figures.talkedInto).toBeLessThan(0.1);
  for (const tag of tags)
    expect(figuresOf(all.filter(({ sample }) => sample.example.turn.tag === tag)).auc, tag).toBeGreaterThan(0.88);
}, 60_000);
