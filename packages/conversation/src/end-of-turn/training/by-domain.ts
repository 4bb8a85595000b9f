import type { PackTag } from '../../languages/packs.ts';
import { isApart } from '../weights.ts';
import { isPlain } from './calibration.ts';
import type { CorpusTurn } from './corpus.ts';
import { type Figures, figuresOf, scored } from './figures.ts';
import type { Fitted } from './fit.ts';
import { learnApart, learnTogether } from './learn.ts';
import type { Sample } from './samples.ts';

const FEWEST_TURNS = 12;
/** A corpus without headings is cut into so many parts: its lines stand by subject. */
const PARTS = 5;
const NO_WEIGHTS: ReadonlyMap<string, number> = new Map();

/**
 * How well weights that saw nothing of a domain recognize its ends, and those of all domains together. Texts are as a
 * recognizer without punctuation writes them: the hardest form.
 * @param samples of the language; of all languages where it shares weights with others
 */
export function figuresByDomain(samples: readonly Sample[], tag: PackTag): { domain: string; figures: Figures }[] {
  const own = samples.filter(({ example }) => example.turn.tag === tag);
  const domainOf = domainsOf(own);
  const rows = [...new Set(domainOf.values())].flatMap((domain) => {
    const isOf = ({ example }: Sample): boolean => domainOf.get(example.turn) === domain;
    const held = own.filter(isOf);
    if (new Set(held.map(({ example }) => example.turn)).size < FEWEST_TURNS) return [];
    const isLeft = (sample: Sample): boolean => !isOf(sample) && !isLike(sample, domain, tag);
    const fitted = learnWithout(samples.filter(isLeft), tag);
    return [{ domain, all: scored(held.filter(isPlain), fitted) }];
  });
  return [...rows, { domain: 'all', all: rows.flatMap(({ all }) => all) }].map(({ domain, all }) => ({
    domain,
    figures: figuresOf(all),
  }));
}

function learnWithout(samples: readonly Sample[], tag: PackTag): Fitted {
  if (!isApart(tag)) return learnTogether(samples);
  return { shared: NO_WEIGHTS, own: new Map([[tag, learnApart(samples, tag)]]) };
}

/** What the grammar makes for a domain is left out with it. */
const isLike = ({ example: { turn } }: Sample, domain: string, tag: PackTag): boolean =>
  turn.tag === tag && turn.origin === 'generated' && turn.domain === domain;

/** The domain of each written turn. */
function domainsOf(samples: readonly Sample[]): ReadonlyMap<CorpusTurn, string> {
  const turns = [...new Set(samples.map(({ example }) => example.turn))].filter(({ origin }) => origin === 'written');
  const hasHeadings = turns.some(({ domain }) => domain !== '');
  return new Map(
    turns.map((turn, at) => [
      turn,
      hasHeadings ? turn.domain : `part ${Math.floor((at * PARTS) / turns.length) + 1} of ${PARTS}`,
    ]),
  );
}
