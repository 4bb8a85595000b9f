import type { DocumentPassage } from '@parley/contract';
import type { Queryable } from '../db/index.ts';
import { type SampledPassages, samplePassages } from './passage-sample.ts';
import { CANDIDATES, UNKNOWN_WEIGHT } from './ranking.ts';
import { planSearch, type SearchPlan } from './search-plan.ts';
import { asQuery, passagesIn, type SearchedGroup } from './searched-group.ts';

/** All words are looked for in so many: those with most of what is looked up in the index. */
const MOST_RANKED = 1000;

/**
 * The same among more passages than can be looked at: a word may be in half of them. What is rare is looked up in the index,
 * as ever; how much a frequent word tells is estimated from a sample, and only passages that have something rare, or enough
 * of the frequent words, or are in the sample, are ranked.
 */
export async function searchSampled(db: Queryable, group: SearchedGroup, limit: number): Promise<DocumentPassage[]> {
  const sample = samplePassages(group);
  const rows = await db.query<{ found: number }>(sampleStatement(group, sample));
  const found = rows.map((row) => row.found);
  const plan = planSearch(found, group.terms.length, passagesIn(group));
  return db.query<DocumentPassage>(sampledStatement(group, sample, plan, limit));
}

/** The words of a passage are stored compressed: `words || ''` unpacks them once, and not for each word that is asked for. */
export function sampleStatement({ terms }: SearchedGroup, { documents, numbers }: SampledPassages) {
  return {
    name: 'sample-words',
    text: `with sampled as materialized (
        select given.n, p.words || ''::tsvector as words
        from unnest($1::text[], $2::int[]) with ordinality as given (document_id, passage_no, n)
          left join document_passages p using (document_id, passage_no)
      )
      select (select coalesce(sum(1 << (term.n - 1)::int), 0)::int
          from unnest($3::text[]) with ordinality as term (query, n) where sampled.words @@ term.query::tsquery) as found
      from sampled order by n`,
    values: [documents, numbers, terms.map(asQuery)],
  };
}

export function sampledStatement(group: SearchedGroup, sample: SampledPassages, plan: SearchPlan, limit: number) {
  const queries = group.terms.map(asQuery);
  const lookups = plan.rare.map((word) => ({ query: queries[word]!, n: word + 1 }));
  const together = plan.together?.map((word) => queries[word]!).join(' & ');
  return {
    name: 'search-sampled-words',
    text: `with lookup as materialized (
        select query::tsquery as query, n from unnest($2::text[], $3::int[]) as given (query, n)
      ), hit as materialized (
        select lookup.n, p.document_id, p.passage_no from lookup
          join document_passages p on p.words @@ (lookup.query && $1::tsquery)
      ), own as materialized (
        select * from hit where document_id = any($11::text[])
      ), counted as (
        select n, count(*) as hits from own group by n
      ), weight as materialized (
        select term.n, term.query::tsquery as query,
          ln(1 + $6::float8 / greatest(1, coalesce(term.hits, counted.hits, 0)))
            * case coalesce(term.hits, counted.hits, 0) when 0 then $7::float8 else 1 end as weight
        from unnest($4::text[], $5::float8[]) with ordinality as term (query, hits, n) left join counted using (n)
      ), looked_up as (
        select own.document_id, own.passage_no from own left join weight using (n)
        group by own.document_id, own.passage_no
        order by sum(coalesce(weight.weight, 0)) desc, own.document_id, own.passage_no limit ${MOST_RANKED}
      ), candidate as materialized (
        select document_id, passage_no, p.words || ''::tsvector as words
        from (select * from looked_up union select * from unnest($8::text[], $9::int[])) as chosen
          join document_passages p using (document_id, passage_no)
      ), best as (
        select document_id, passage_no, sum(weight.weight) / (select sum(weight) from weight) as score
        from candidate join weight on candidate.words @@ weight.query
        group by document_id, passage_no order by score desc, document_id, passage_no limit ${CANDIDATES}
      )
      select document_id, d.name, passage_no as passage, p.heading, p.text, score
      from best join document_passages p using (document_id, passage_no) join documents d using (document_id)
      order by score desc, ts_rank_cd(p.words, $10::tsquery) desc, document_id, passage_no limit $12`,
    values: [
      asQuery(group.accountId),
      [...lookups.map(({ query }) => query), ...(together ? [together] : [])],
      [...lookups.map(({ n }) => n), ...(together ? [0] : [])],
      queries,
      plan.hits,
      passagesIn(group),
      UNKNOWN_WEIGHT,
      plan.likely.map((index) => sample.documents[index]),
      plan.likely.map((index) => sample.numbers[index]),
      queries.join(' | '),
      group.documents,
      limit,
    ],
  };
}
