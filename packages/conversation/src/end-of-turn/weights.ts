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

const read = new Map<PackTag, Weights>();

/** What the training has learned from the sentences of a language. */
export function weightsOf(tag: PackTag): Weights {
  const known = read.get(tag) ?? readWeights(stored[tag]);
  read.set(tag, known);
  return known;
}
