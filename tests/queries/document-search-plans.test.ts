import { afterAll, beforeAll, expect, test } from 'vitest';
import { groupStatement, searchWords } from '../../server/src/documents/search-words.ts';
import { Fleet } from '../chaos/race-fleet.ts';

const DOCUMENTS = 1000;
const PASSAGES_EACH = 100;
/** Those of one agent. */
const KNOWN = 20;

let fleet: Fleet;
let accountId: string;

const documentId = (no: number) => `doc_${String(no).padStart(8, '0')}`;
const knownIds = Array.from({ length: KNOWN }, (_, index) => documentId(index * 7 + 1));

beforeAll(async () => {
  fleet = await Fleet.start({
    services: 0,
    accounts: [{ name: 'seeded', plan: 'enterprise' }],
    enterpriseLimits: { callsPerMinute: 1, concurrentCalls: 1 },
    callee: { ringMs: [0, 0], answeredShare: 0, talkMs: [0, 0] },
  });
  ({ accountId } = fleet.accounts[0]!);
  await fleet.db.query(
    `insert into documents (document_id, account_id, name, content_type, size_bytes, status, language, configuration, passages)
     select 'doc_' || lpad(no::text, 8, '0'), $1, 'Document ' || no, 'text/plain', 100000, 'ready', 'en', 'english', $3::int
     from generate_series(1, $2::int) as no`,
    [accountId, DOCUMENTS, PASSAGES_EACH],
  );
  await fleet.db.query('drop index document_passages_words');
  // Words as they are spread in language: some are in half of all passages, most in a few.
  await fleet.db.query(
    `insert into document_passages (document_id, passage_no, text, words)
     select document_id, passage_no, body, to_tsvector('english', body) || array_to_tsvector(array[document_id, $3])
     from (select document_id, passage_no,
         (select string_agg('word' || floor(20000 * power(random(), 4))::int, ' ')
            from generate_series(1, 40) as n where n > 0 * no * passage_no) || ' topic' || (no * 100 + passage_no) as body
       from generate_series(1, $1::int) as no, generate_series(1, $2::int) as passage_no,
         lateral (select 'doc_' || lpad(no::text, 8, '0') as document_id) as named) as made`,
    [DOCUMENTS, PASSAGES_EACH, accountId],
  );
  await fleet.db.query('create index document_passages_words on document_passages using gin (words)');
  await fleet.db.query('vacuum analyze documents');
  await fleet.db.query('vacuum analyze document_passages');
});

afterAll(() => fleet?.close());

const group = (scope: string[], terms: string[]) => ({
  configuration: 'english',
  scope,
  passages: 1000,
  terms,
});

async function planOf(statement: { text: string; values: unknown[] }): Promise<string> {
  const rows = await fleet.db.query<{ 'QUERY PLAN': string }>({
    text: `explain (analyze, costs off) ${statement.text}`,
    values: statement.values,
  });
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

test('a search among 100 000 passages goes by indexes, and reads no table from end to end', async () => {
  for (const ids of [knownIds, [accountId]]) {
    const plan = await planOf(groupStatement(group(ids, ['word7', 'word300', 'topic505']), 5));
    expect(plan).toMatch(/document_passages_words/);
    expect(plan).not.toMatch(/Seq Scan on document_passages/);
  }
});

test('it answers within what a reply may wait, with the rarest words first', async () => {
  const search = (query: string, documentIds: string[] | null) =>
    searchWords(fleet.db, { accountId, query, documentIds, limit: 5 });
  const times: number[] = [];
  for (let round = 0; round < 20; round += 1) {
    const beganAtMs = performance.now();
    const [best] = await search(`word0 word1 word5 word9000 topic${705 + round} something unheard of`, knownIds);
    times.push(performance.now() - beganAtMs);
    // Of the documents of the agent: 8, 15, 22 …
    if (round === 0) expect(best?.document_id).toBeDefined();
  }
  const median = times.toSorted((one, other) => one - other)[10]!;
  console.log(
    `median of a search among an agent's ${KNOWN * PASSAGES_EACH} of 100 000 passages: ${median.toFixed(1)} ms`,
  );
  const [found] = await search('topic1507', knownIds);
  expect(found).toMatchObject({ document_id: documentId(15), passage: 7 });
  const wideAtMs = performance.now();
  const [anywhere] = await search('word0 word1 topic50512', null);
  console.log(`among all 100 000: ${(performance.now() - wideAtMs).toFixed(1)} ms`);
  expect(anywhere).toMatchObject({ document_id: documentId(505), passage: 12 });
});
