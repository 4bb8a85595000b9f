import type { DocumentPassage } from '@parley/contract';
import type { Queryable } from '../db/index.ts';
import { CANDIDATES, UNKNOWN_WEIGHT } from './ranking.ts';
import { searchSampled } from './search-sampled.ts';
import { asQuery, passagesIn, type SearchedGroup, searchedGroups, type WordSearch } from './searched-group.ts';

/**
 * What every word may cost to look up in every passage: the index compares each passage with each of the documents (75 ns,
 * as measured), and a passage that is found costs as much as sixteen of these.
 */
const HIGHEST_COST = 3_000_000;
const FOUND_COST = 16;

/** The passages with most of what was asked, the rare words counting most. */
export async function searchWords(db: Queryable, search: WordSearch): Promise<DocumentPassage[]> {
  const groups = await searchedGroups(db, search);
  const found = await Promise.all(groups.map((group) => searchGroup(db, group, search.limit)));
  return found
    .flat()
    .sort((one, other) => other.score - one.score)
    .slice(0, search.limit);
}

async function searchGroup(db: Queryable, group: SearchedGroup, limit: number): Promise<DocumentPassage[]> {
  const rows = await (costOf(group) > HIGHEST_COST
    ? searchSampled(db, group, limit)
    : db.query<DocumentPassage>(groupStatement(group, limit)));
  return rows.map((row) => ({ ...row, score: Math.round(Math.min(1, row.score) * 1000) / 1000 }));
}

const costOf = (group: SearchedGroup): number =>
  passagesIn(group) * group.terms.length * (scopeOf(group).length + FOUND_COST);

/** What the index knows the documents by. */
const scopeOf = ({ isWhole, accountId, documents }: SearchedGroup): string[] => (isWhole ? [accountId] : documents);

/** Every passage with one of the words is counted. */
export function groupStatement(group: SearchedGroup, limit: number) {
  const queries = group.terms.map(asQuery);
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
      scopeOf(group).map(asQuery).join(' | '),
      queries,
      Math.max(1, passagesIn(group)),
      queries.join(' | '),
      UNKNOWN_WEIGHT,
      limit,
      group.configuration,
    ],
  };
}
