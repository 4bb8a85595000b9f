import type { Weights } from '../model.ts';
import { hashOf } from './corpus.ts';
import { figuresOf, type Scored, scored, windowed } from './figures.ts';
import type { Sample } from './samples.ts';

/** Of the pauses in open sentences that were left out: so many may be talked into, of those of 300 to 900 ms. */
const MOST_TALKED_INTO = 0.09;
/** Sections that are left out together. */
const PARTS = 4;
/** In log odds. Neighbours differ by 1 % of a window, or less. */
const STEP = 0.05;
const LARGEST = 1;

/**
 * What has to be added to the log odds of every end, so that windows are as short as they may be: the largest number with
 * which no more pauses are talked into than may be, in sections of the corpus that were left out in turn. Texts are as a
 * recognizer without punctuation writes them: the hardest form.
 * @param learnWithout weights of what is left
 */
export function calibrated(samples: readonly Sample[], learnWithout: (samples: Sample[]) => Weights): number {
  const parts = Array.from({ length: PARTS }, (_, part) => part);
  const heldOut = parts.flatMap((part): Scored[] => {
    const isLeftOut = ({ example: { turn } }: Sample): boolean => hashOf(turn.domain) % PARTS === part;
    const weights = learnWithout(samples.filter((sample) => !isLeftOut(sample)));
    const left = samples.filter((sample) => isLeftOut(sample) && isWritten(sample) && isPlain(sample));
    return scored(left, weights);
  });
  for (let added = LARGEST; added > -LARGEST; added -= STEP) {
    const moved = heldOut.map((one) => windowed(one.sample, one.logOdds + added));
    if (figuresOf(moved).talkedInto <= MOST_TALKED_INTO) return added;
  }
  return -LARGEST;
}

const isWritten = ({ example }: Sample): boolean => example.turn.origin === 'written';

/** As a recognizer without punctuation writes it. */
export const isPlain = ({ example }: Sample): boolean => !/[\p{Lu}]|[,.!?]/u.test(example.text);
