import { expect, test } from 'vitest';
import { documentsOf } from './documents-of.ts';

test('a document that is there several times is named once, with its passages', () => {
  const source = (document_id: string, passage: number, heading: string | null) => ({
    ...{ document_id, name: `Name of ${document_id}`, passage, heading },
  });
  const sources = [source('b', 1, 'Prices'), source('a', 4, null), source('b', 2, 'Prices'), source('b', 7, 'Hours')];
  expect(documentsOf(sources)).toEqual([
    { document_id: 'b', name: 'Name of b', places: 'Prices; Hours' },
    { document_id: 'a', name: 'Name of a', places: 'Passage 4' },
  ]);
  expect(documentsOf([])).toEqual([]);
});
