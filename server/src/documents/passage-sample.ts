import type { SearchedGroup } from './searched-group.ts';

/** Enough to tell a word of every hundredth passage from one of every tenth. */
const SAMPLE = 500;

export interface SampledPassages {
  documents: string[];
  numbers: number[];
}

/** Passages at equal distances over all documents: the same ones for each search. */
export function samplePassages({
  documents,
  passages,
}: Pick<SearchedGroup, 'documents' | 'passages'>): SampledPassages {
  const total = passages.reduce((sum, count) => sum + count, 0);
  const sample: SampledPassages = { documents: [], numbers: [] };
  const size = Math.min(SAMPLE, total);
  let before = 0;
  let next = 0;
  for (const [index, count] of passages.entries()) {
    for (; next < size && positionOf(next, size, total) < before + count; next += 1) {
      sample.documents.push(documents[index]!);
      sample.numbers.push(positionOf(next, size, total) - before + 1);
    }
    before += count;
  }
  return sample;
}

const positionOf = (at: number, size: number, total: number): number => Math.floor(((at + 0.5) * total) / size);
