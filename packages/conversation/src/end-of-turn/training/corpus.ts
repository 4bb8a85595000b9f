import { readFileSync } from 'node:fs';
import type { PackTag } from '../../languages/packs.ts';

/** A turn of a caller. */
export interface CorpusTurn {
  readonly tag: PackTag;
  readonly question: string | null;
  /** What was said, in pieces between its pauses. */
  readonly pieces: readonly string[];
  /** What stands behind each piece but the last: an open end, or words that might have been all. */
  readonly pauses: readonly ('open' | 'maybe')[];
  readonly isHeldOut: boolean;
  /** Made of a language pack: learned from, and never counted. */
  readonly isDerived: boolean;
}

/** A third is held out. */
const PARTS = 3;

/** FNV-1a, 32 bits: the same on every computer. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text, 'utf8')) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  // The last bits of FNV-1a follow the last letter, which is a full stop nearly always.
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 8;
}

export function readCorpus(tag: PackTag): CorpusTurn[] {
  const file = new URL(`../corpus/${tag}.txt`, import.meta.url);
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => readTurn(tag, line));
}

function readTurn(tag: PackTag, line: string): CorpusTurn {
  const [question, said] = line.includes('>>') ? line.split('>>') : [null, line];
  const parts = said!.trim().split(/\s*([|~])\s*/);
  const pieces = parts.filter((_, at) => at % 2 === 0);
  return {
    tag,
    question: question?.trim() ?? null,
    pieces,
    pauses: parts.filter((_, at) => at % 2 === 1).map((mark) => (mark === '~' ? 'maybe' : 'open')),
    isDerived: false,
    isHeldOut: hashOf(pieces.join(' ')) % PARTS === 0,
  };
}
