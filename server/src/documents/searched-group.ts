import type { Queryable } from '../db/index.ts';
import { searchText } from './search-text.ts';

export interface WordSearch {
  accountId: string;
  query: string;
  /** Null: all of the account. */
  documentIds: readonly string[] | null;
  limit: number;
}

/** Documents that are searched alike. */
export interface SearchedGroup {
  accountId: string;
  /** They are all that the account has. */
  isWhole: boolean;
  configuration: string;
  documents: string[];
  /** How many each of them has; they are numbered from 1. */
  passages: number[];
  /** What is asked for, as it is indexed: word stems, without stop words. */
  terms: string[];
}

/** What is longer is a speech: of its words the longest, which are the rarest as a rule, are as good as all. */
const MOST_TERMS = 24;

/** Those in which something can be asked for at all. */
export async function searchedGroups(
  db: Queryable,
  { accountId, documentIds, query }: WordSearch,
): Promise<SearchedGroup[]> {
  const groups = await db.query<Omit<SearchedGroup, 'accountId' | 'isWhole'>>({
    name: 'searched-groups',
    text: `select configuration, array_agg(document_id) as documents, array_agg(passages) as passages,
        tsvector_to_array(to_tsvector(configuration::regconfig, $3)) as terms
      from documents
      where account_id = $1 and status = 'ready' and ($2::text[] is null or document_id = any($2))
      group by configuration`,
    values: [accountId, documentIds, searchText(query)],
  });
  return groups
    .filter(({ terms }) => terms.length > 0)
    .map((group) => ({
      ...group,
      accountId,
      isWhole: documentIds === null,
      terms: group.terms.toSorted((one, other) => other.length - one.length).slice(0, MOST_TERMS),
    }));
}

export const passagesIn = ({ passages }: Pick<SearchedGroup, 'passages'>): number =>
  passages.reduce((sum, count) => sum + count, 0);

/** A lexeme as it is written in a tsquery. */
export const asQuery = (lexeme: string): string => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
