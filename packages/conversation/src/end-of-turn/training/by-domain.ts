import type { PackTag } from '../../languages/packs.ts';
import { type Figures, figuresOf, scored } from './figures.ts';
import { learnApart } from './learn.ts';
import type { Sample } from './samples.ts';

const FEWEST_TURNS = 12;
const NO_WEIGHTS: ReadonlyMap<string, number> = new Map();

/**
 * How well the ends of each domain are told by weights that saw nothing of it, and those of all domains together. Texts
 * are as a recognizer without punctuation writes them: the hardest form.
 */
export function figuresByDomain(samples: readonly Sample[], tag: PackTag): { domain: string; figures: Figures }[] {
  const own = samples.filter(({ example }) => example.turn.tag === tag);
  const domains = new Set(own.filter(({ example }) => example.turn.origin === 'written').map(domainOf));
  const rows = [...domains].flatMap((domain) => {
    const held = own.filter((sample) => domainOf(sample) === domain && sample.example.turn.origin === 'written');
    if (new Set(held.map(({ example }) => example.turn)).size < FEWEST_TURNS) return [];
    const weights = learnApart(
      own.filter((sample) => domainOf(sample) !== domain),
      tag,
    );
    const fitted = { shared: NO_WEIGHTS, own: new Map([[tag, weights]]) };
    return [{ domain, all: scored(held.filter(isPlain), fitted) }];
  });
  return [...rows, { domain: 'all', all: rows.flatMap(({ all }) => all) }].map(({ domain, all }) => ({
    domain,
    figures: figuresOf(all),
  }));
}

const domainOf = ({ example }: Sample): string => example.turn.domain;
const isPlain = ({ example }: Sample): boolean => !/[\p{Lu}]|[,.!?]/u.test(example.text);
