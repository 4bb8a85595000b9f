import type { DocumentPassage, DocumentSearch } from '@parley/contract';
import type { Queryable } from '../db/index.ts';
import { searchWords, type WordSearch } from './search-words.ts';

export interface FoundPassages {
  passages: DocumentPassage[];
  method: DocumentSearch['method'];
}

/** What the documents of accounts say. */
export class Knowledge {
  readonly #db: Queryable;

  constructor({ db }: { db: Queryable }) {
    this.#db = db;
  }

  async search(search: WordSearch): Promise<FoundPassages> {
    return { passages: await searchWords(this.#db, search), method: 'text' };
  }
}
