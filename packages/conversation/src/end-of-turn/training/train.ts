// npm run train:end-of-turn: learns the weights of src/end-of-turn/weights from the corpus, and shows how well they do
// on the third of it that they have not seen. The same corpus makes the same weights. With --by-domain de it writes nothing,
// and shows how well weights that saw nothing of a German domain recognize its ends.
import { writeFileSync } from 'node:fs';
import { type PackTag, packs } from '../../languages/packs.ts';
import type { Weights } from '../model.ts';
import { figuresByDomain } from './by-domain.ts';
import { type Figures, figuresOf, type Scored, scored } from './figures.ts';
import { learn } from './learn.ts';
import { type Sample, samplesOf } from './samples.ts';
import { weightFile } from './weight-file.ts';

const percent = (share: number): string => `${Math.round(share * 100)} %`;
const row = (name: string, figures: Figures): string =>
  [
    name,
    figures.ends,
    figures.pauses,
    figures.auc.toFixed(3),
    percent(figures.endsWithin320),
    percent(figures.endsWithin700),
    percent(figures.pausesOver1000),
    percent(figures.talkedInto),
    `${figures.maybeMs}`,
  ].join(' | ');
const columns = [
  'of',
  'ends',
  'pauses',
  'AUC',
  'ends ≤ 320 ms',
  'ends ≤ 700 ms',
  'pauses ≥ 1000 ms',
  'talked into',
  'maybe, ms',
];

const byDomainAt = process.argv.indexOf('--by-domain');
const rows = byDomainAt < 0 ? learned() : byDomain(process.argv[byDomainAt + 1] ?? 'en');
process.stdout.write(`| ${columns.join(' | ')} |\n|${columns.map(() => '---').join('|')}|\n`);
for (const { name, figures } of rows) process.stdout.write(`| ${row(name, figures)} |\n`);

interface Row {
  name: string;
  figures: Figures;
}

function byDomain(name: string): Row[] {
  const tags = Object.keys(packs) as PackTag[];
  const tag = tags.find((each) => each === name);
  if (!tag) throw new Error(`--by-domain wants one of ${tags.join(' ')}`);
  return figuresByDomain(samplesOf(tag)).map(({ domain, figures }) => ({ name: domain, figures }));
}

function learned(): Row[] {
  const heldOut: Scored[] = [];
  const rows = (Object.keys(packs) as PackTag[]).map((tag): Row => {
    const samples = samplesOf(tag);
    const isHeldOut = ({ example }: Sample): boolean => example.turn.isHeldOut;
    const weights = learn(samples.filter((sample) => !isHeldOut(sample)));
    write(tag, weights);
    const own = scored(samples.filter(isHeldOut), weights);
    heldOut.push(...own);
    return { name: tag, figures: figuresOf(own) };
  });
  return [...rows, { name: 'all', figures: figuresOf(heldOut) }];
}

function write(tag: PackTag, weights: Weights): void {
  const source = weightFile(`${tag.toUpperCase()}_WEIGHTS`, weights);
  writeFileSync(new URL(`../weights/${tag}.ts`, import.meta.url), source);
}
