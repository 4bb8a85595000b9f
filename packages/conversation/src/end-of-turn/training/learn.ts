import type { PackTag } from '../../languages/packs.ts';
import { isApart } from '../weights.ts';
import { calibrated } from './calibration.ts';
import { type Fitted, fit } from './fit.ts';
import { FIT_SETTINGS, GENERATED_SETTINGS } from './fit-settings.ts';
import type { Sample } from './samples.ts';

/**
 * Languages with a grammar learn from their own sentences alone. All others share weights: what is written in the
 * language of a grammar counts there, what the grammar makes does not.
 */
export function learn(samples: readonly Sample[]): Fitted {
  const tags = [...new Set(samples.map(({ example }) => example.turn.tag))];
  const known = new Set(
    samples.filter((sample) => !isApart(sample.example.turn.tag)).flatMap(({ features }) => features),
  );
  const together = learnTogether(samples);
  const own = new Map(together.own);
  for (const tag of tags.filter(isApart)) own.set(tag, learnApart(samples, tag));
  const shared = [...together.shared].filter(([name]) => name === 'bias' || known.has(name));
  return { shared: new Map(shared), own };
}

/** The weights of languages that share some. */
export const learnTogether = (samples: readonly Sample[]): Fitted =>
  fit(
    samples.filter(({ example }) => example.turn.origin !== 'generated'),
    FIT_SETTINGS,
  );

/** The weights of a language with a grammar, with the bias that its windows are calibrated by. */
export function learnApart(samples: readonly Sample[], tag: PackTag): ReadonlyMap<string, number> {
  const own = samples.filter(({ example }) => example.turn.tag === tag);
  const weights = fitApart(own, tag);
  const added = calibrated(own, tag, (rest) => fitApart(rest, tag));
  return new Map([...weights, ['bias', (weights.get('bias') ?? 0) + added]]);
}

function fitApart(samples: readonly Sample[], tag: PackTag): ReadonlyMap<string, number> {
  return fit(samples, GENERATED_SETTINGS).own.get(tag) ?? new Map();
}
