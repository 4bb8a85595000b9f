import type { PackTag } from '../languages/packs.ts';
import { readWeights, type Weights } from './model.ts';
import { AR_WEIGHTS } from './weights/ar.ts';
import { DE_WEIGHTS } from './weights/de.ts';
import { EN_WEIGHTS } from './weights/en.ts';
import { ES_WEIGHTS } from './weights/es.ts';
import { FR_WEIGHTS } from './weights/fr.ts';
import { HI_WEIGHTS } from './weights/hi.ts';
import { IT_WEIGHTS } from './weights/it.ts';
import { JA_WEIGHTS } from './weights/ja.ts';
import { NL_WEIGHTS } from './weights/nl.ts';
import { PL_WEIGHTS } from './weights/pl.ts';
import { PT_WEIGHTS } from './weights/pt.ts';
import { SHARED_WEIGHTS } from './weights/shared.ts';
import { ZH_WEIGHTS } from './weights/zh.ts';

const stored: Readonly<Record<PackTag, readonly string[]>> = {
  ar: AR_WEIGHTS,
  de: DE_WEIGHTS,
  en: EN_WEIGHTS,
  es: ES_WEIGHTS,
  fr: FR_WEIGHTS,
  hi: HI_WEIGHTS,
  it: IT_WEIGHTS,
  ja: JA_WEIGHTS,
  nl: NL_WEIGHTS,
  pl: PL_WEIGHTS,
  pt: PT_WEIGHTS,
  zh: ZH_WEIGHTS,
};

const read = new Map<readonly string[], Weights>();

function weightsIn(lines: readonly string[]): Weights {
  const known = read.get(lines) ?? readWeights(lines);
  read.set(lines, known);
  return known;
}

/** Has learned from its own sentences alone, of which a grammar makes enough: it shares no weights with others. */
export const isApart = (tag: PackTag): boolean => APART.has(tag);
const APART: ReadonlySet<PackTag> = new Set(['de', 'en', 'es', 'fr']);

/** Weights of features that languages share which have few sentences of their own. */
export const sharedWeights = (tag: PackTag): Weights => (isApart(tag) ? NONE : weightsIn(SHARED_WEIGHTS));
const NONE: Weights = new Map();

/** What a language adds to them. */
export const ownWeights = (tag: PackTag): Weights => weightsIn(stored[tag]);
