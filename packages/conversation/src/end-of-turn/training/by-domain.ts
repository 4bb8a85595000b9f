import { isPlain } from './calibration.ts';
import { type Figures, figuresOf, scored } from './figures.ts';
import { learn } from './learn.ts';
import type { Sample } from './samples.ts';

const FEWEST_TURNS = 12;

/**
 * How well weights that saw nothing of a domain, nor what the grammar makes for it, recognize its ends, and those of all
 * domains together. Texts are as a recognizer without punctuation writes them: the hardest form.
 * @param samples of one language
 */
export function figuresByDomain(samples: readonly Sample[]): { domain: string; figures: Figures }[] {
  const written = samples.filter(({ example }) => example.turn.origin === 'written');
  const rows = [...new Set(written.map(domainOf))].flatMap((domain) => {
    const held = written.filter((sample) => domainOf(sample) === domain);
    if (new Set(held.map(({ example }) => example.turn)).size < FEWEST_TURNS) return [];
    const weights = learn(samples.filter((sample) => domainOf(sample) !== domain));
    return [{ domain, all: scored(held.filter(isPlain), weights) }];
  });
  return [...rows, { domain: 'all', all: rows.flatMap(({ all }) => all) }].map(({ domain, all }) => ({
    domain,
    figures: figuresOf(all),
  }));
}

const domainOf = ({ example }: Sample): string => example.turn.domain;
