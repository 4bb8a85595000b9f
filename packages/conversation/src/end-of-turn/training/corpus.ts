import { readFileSync } from 'node:fs';
import type { PackTag } from '../../languages/packs.ts';

/** A turn of a caller. */
export interface CorpusTurn {
  readonly tag: PackTag;
  readonly question: string | null;
  /** What was said, in pieces between its pauses. */
  readonly pieces: readonly string[];
  /** What follows each piece but the last: an open end, or words that might have been all. */
  readonly pauses: readonly ('open' | 'maybe')[];
  readonly isHeldOut: boolean;
  /** What it is about, as the heading in its file says; empty: not said. */
  readonly domain: string;
  /** `generated` and `derived`, of a grammar and of a language pack, are learned from and never counted. */
  readonly origin: 'written' | 'generated' | 'derived';
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
  return sectionsOf(readFileSync(new URL(`../corpus/${tag}.txt`, import.meta.url), 'utf8')).flatMap(
    ({ domain, lines }) => lines.map((line) => readTurn(tag, line, domain, 'written')),
  );
}

/** The lines below each heading ("## bank"); comments begin with "#". */
export function sectionsOf(text: string): { domain: string; lines: string[] }[] {
  const sections = [{ domain: '', lines: [] as string[] }];
  for (const line of text.split('\n')) {
    if (line.startsWith('## ')) sections.push({ domain: line.slice(3).trim(), lines: [] });
    else if (line.trim() !== '' && !line.startsWith('#')) sections.at(-1)!.lines.push(line);
  }
  return sections;
}

/** The words of a turn, as a recognizer without punctuation writes them. */
export const spokenText = ({ pieces }: Pick<CorpusTurn, 'pieces'>): string =>
  pieces
    .join(' ')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}' ]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();

export function readTurn(tag: PackTag, line: string, domain: string, origin: CorpusTurn['origin']): CorpusTurn {
  const [question, said] = line.includes('>>') ? line.split('>>') : [null, line];
  const parts = said!.trim().split(/\s*([|~])\s*/);
  const pieces = parts.filter((_, at) => at % 2 === 0);
  return {
    tag,
    question: question?.trim() ?? null,
    pieces,
    pauses: parts.filter((_, at) => at % 2 === 1).map((mark) => (mark === '~' ? 'maybe' : 'open')),
    domain,
    origin,
    isHeldOut: origin === 'written' && hashOf(pieces.join(' ')) % PARTS === 0,
  };
}
