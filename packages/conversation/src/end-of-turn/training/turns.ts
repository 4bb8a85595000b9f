import { type PackTag, packs } from '../../languages/packs.ts';
import { Writing } from '../../languages/writing.ts';
import { turnWords } from '../words.ts';
import { type CorpusTurn, hashOf, readCorpus, spokenText } from './corpus.ts';
import { derivedTurns } from './derived.ts';
import { generatedTurns } from './grammar.ts';
import { WITHHELD } from './withheld.ts';

/** All turns of a language: written, generated and derived, with those that nothing may be learned from. */
function allTurns(tag: PackTag): CorpusTurn[] {
  const written = readCorpus(tag);
  return [
    ...written,
    ...generatedTurns(tag),
    ...derivedTurns(written.filter(isLearnable), packs[tag], turnWords[tag], new Writing(packs[tag])),
  ];
}

/** `npm run bench:turn-taking` does not measure with it, nor with a sentence that is much like it. */
const isLearnable = (turn: CorpusTurn): boolean => !WITHHELD.has(hashOf(spokenText(turn)));

/** The turns that weights are learned from, and figures made with. */
export const learnableTurns = (tag: PackTag): CorpusTurn[] => allTurns(tag).filter(isLearnable);

/** What the training of a language would read, and what it does read: a text for each turn, without punctuation. */
export function trainingTexts(tag: PackTag): { all: Set<string>; learned: Set<string> } {
  return { all: new Set(allTurns(tag).map(spokenText)), learned: new Set(learnableTurns(tag).map(spokenText)) };
}

const EACH_LINE = 11;

/** The module that keeps these texts out of the training. */
export function withheldModule(texts: Iterable<string>): { file: URL; source: string } {
  const hashes = [...texts].map(hashOf).sort((one, other) => one - other);
  const lines = Array.from({ length: Math.ceil(hashes.length / EACH_LINE) }, (_, at) =>
    hashes.slice(at * EACH_LINE, (at + 1) * EACH_LINE).join(' '),
  );
  const source = [
    '// Made by `npm run train:end-of-turn`: hashes of the texts that nothing is learned from.',
    'const HASHES: readonly string[] = [',
    ...lines.map((line) => `  '${line}',`),
    '];',
    "export const WITHHELD: ReadonlySet<number> = new Set(HASHES.flatMap((line) => line.split(' ').map(Number)));",
    '',
  ].join('\n');
  return { file: new URL('withheld.ts', import.meta.url), source };
}
