import type { DocumentPassage } from '@parley/contract';
import type { Queryable } from '../db/index.ts';
import { searchText } from './search-text.ts';

export interface WordSearch {
  accountId: string;
  query: string;
  /** Null: all of the account. */
  documentIds: readonly string[] | null;
  limit: number;
}

/** Longer ones are a speech: its rarest words are as good as all. */
const MOST_TERMS = 24;
/** A word that is in no document tells half as much as one that is in one: people say much that belongs to nothing. */
const UNKNOWN_WEIGHT = 0.5;
/** As many as share the first place are told apart by how close their words are. */
const CANDIDATES = 50;

/** Documents that are searched alike. */
interface SearchedGroup {
  configuration: string;
  /** Its documents; or their account, where they are all that it has. */
  scope: string[];
  passages: number;
  /** What is asked for, as it is indexed: word stems, without stop words. */
  terms: string[];
}

/** The passages with most of what was asked, the rare words counting most. */
export async function searchWords(db: Queryable, search: WordSearch): Promise<DocumentPassage[]> {
  const groups = await searchedGroups(db, search);
  const found = await Promise.all(groups.map((group) => searchGroup(db, group, search.limit)));
  return found
    .flat()
    .sort((one, other) => other.score - one.score)
    .slice(0, search.limit);
}

async function searchedGroups(db: Queryable, { accountId, documentIds, query }: WordSearch): Promise<SearchedGroup[]> {
  const groups = await db.query<SearchedGroup>({
    name: 'searched-groups',
    text: `select configuration, case when $2::text[] is null then array[$1::text] else array_agg(document_id) end as scope, sum(passages)::int as passages,
        tsvector_to_array(to_tsvector(configuration::regconfig, $3)) as terms
      from documents
      where account_id = $1 and status = 'ready' and ($2::text[] is null or document_id = any($2))
      group by configuration`,
    values: [accountId, documentIds, searchText(query)],
  });
  return groups.filter(({ terms }) => terms.length > 0);
}

async function searchGroup(db: Queryable, group: SearchedGroup, limit: number): Promise<DocumentPassage[]> {
  const rows = await db.query<DocumentPassage>(groupStatement(group, limit));
  return rows.map((row) => ({ ...row, score: Math.round(Math.min(1, row.score) * 1000) / 1000 }));
}

export function groupStatement({ configuration, scope, passages, terms }: SearchedGroup, limit: number) {
  const queries = terms.slice(0, MOST_TERMS).map(asQuery);
  return {
    name: 'search-words',
    text: `with term as materialized (
        select n, query::tsquery as query from unnest($2::text[]) with ordinality as given (query, n)
      ), hit as materialized (
        select term.n, p.document_id, p.passage_no from term
          join document_passages p on p.words @@ (term.query && $1::tsquery)
      ), weight as (
        select term.n, count(hit.n) as hits,
          ln(1 + $3::float8 / greatest(1, count(hit.n))) * case count(hit.n) when 0 then $5::float8 else 1 end as weight
        from term left join hit using (n) group by term.n
      ), best as (
        select document_id, passage_no, sum(weight) / (select sum(weight) from weight) as score
        from hit join weight using (n) group by document_id, passage_no
        order by score desc, document_id, passage_no limit ${CANDIDATES}
      )
      select document_id, d.name, passage_no as passage, p.heading, p.text, score
      from best join document_passages p using (document_id, passage_no) join documents d using (document_id)
      where d.configuration = $7
      order by score desc, ts_rank_cd(p.words, $4::tsquery) desc, document_id, passage_no limit $6`,
    values: [
      scope.map(asQuery).join(' | '),
      queries,
      Math.max(1, passages),
      queries.join(' | '),
      UNKNOWN_WEIGHT,
      limit,
      configuration,
    ],
  };
}

/** A lexeme as it is written in a tsquery. */
function asQuery(lexeme: string): string {
  return `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
