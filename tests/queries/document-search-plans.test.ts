import { afterAll, beforeAll, expect, test } from 'vitest';
import { samplePassages } from '../../server/src/documents/passage-sample.ts';
import { planSearch } from '../../server/src/documents/search-plan.ts';
import { sampledStatement, sampleStatement } from '../../server/src/documents/search-sampled.ts';
import { groupStatement, searchWords } from '../../server/src/documents/search-words.ts';
import type { SearchedGroup } from '../../server/src/documents/searched-group.ts';
import { Fleet } from '../chaos/race-fleet.ts';

const DOCUMENTS = 1000;
const PASSAGES_EACH = 100;
/** Those of one agent. */
const KNOWN = 20;
const BODIES = 1009;
/** Words that two of three passages have. */
const EVERYDAY = 24;
/** As the service has it. */
const STATEMENT_TIMEOUT_MS = 2000;

let fleet: Fleet;
let accountId: string;

const documentId = (no: number) => `doc_${String(no).padStart(8, '0')}`;
const allIds = Array.from({ length: DOCUMENTS }, (_, index) => documentId(index + 1));
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
  // Words as they are spread in language: some are in most passages, most in a few. As long as real ones, so that their
  // words are stored compressed; each text is that of a hundred passages, which costs a hundredth to make.
  await fleet.db.query(
    `insert into document_passages (document_id, passage_no, text, words)
     with written as materialized (
       select body_no, body, to_tsvector('english', body) as words
       from (select body_no, (select string_agg('word' || floor(20000 * power(random(), 4))::int, ' ')
             from generate_series(1, 150) as n where n > 0 * body_no)
           || (select coalesce(string_agg(' everyday' || n, ''), '')
             from generate_series(1, $4::int) as n where n > 0 * body_no and random() < 0.67) as body
         from generate_series(0, $5::int - 1) as body_no) as made
     )
     select document_id, passage_no, body || topic, words || to_tsvector('english', topic) || array_to_tsvector(array[document_id, $3])
     from generate_series(1, $1::int) as no, generate_series(1, $2::int) as passage_no,
       lateral (select 'doc_' || lpad(no::text, 8, '0') as document_id, ' topic' || (no * 100 + passage_no) as topic) as named,
       written where body_no = (no * 100 + passage_no) % $5::int`,
    [DOCUMENTS, PASSAGES_EACH, accountId, EVERYDAY, BODIES],
  );
  await fleet.db.query('create index document_passages_words on document_passages using gin (words)');
  await fleet.db.query('vacuum analyze documents');
  await fleet.db.query('vacuum analyze document_passages');
});

afterAll(() => fleet?.close());

const group = (documents: string[] | null, terms: string[]): SearchedGroup => ({
  accountId,
  isWhole: documents === null,
  configuration: 'english',
  documents: documents ?? allIds,
  passages: (documents ?? allIds).map(() => PASSAGES_EACH),
  terms,
});
const everyday = Array.from({ length: EVERYDAY }, (_, index) => `everyday${index + 1}`);

async function planOf(statement: { text: string; values: unknown[] }): Promise<string> {
  const rows = await fleet.db.query<{ 'QUERY PLAN': string }>({
    text: `explain (analyze, costs off) ${statement.text}`,
    values: statement.values,
  });
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

test('a search among 100 000 passages goes by indexes, and reads no table from end to end', async () => {
  for (const ids of [knownIds, null]) {
    const plan = await planOf(groupStatement(group(ids, ['word7', 'word300', 'topic505']), 5));
    expect(plan).toMatch(/document_passages_words/);
    expect(plan).not.toMatch(/Seq Scan on document_passages/);
  }
});

/** As the service asks: a statement that takes longer is broken off. */
const searchInTime = (query: string, documentIds: string[] | null = null) =>
  fleet.db.transaction(async (tx) => {
    await tx.query(`set local statement_timeout = ${STATEMENT_TIMEOUT_MS}`);
    return searchWords(tx, { accountId, query, documentIds, limit: 5 });
  });

test('so does one of so many passages that words are sampled', async () => {
  const asked = group(null, [...everyday.slice(0, 22), 'word300', 'topic50512']);
  const sample = samplePassages(asked);
  const sampled = sampleStatement(asked, sample);
  expect(await planOf(sampled)).not.toMatch(/Seq Scan on document_passages/);
  const found = await fleet.db.query<{ found: number }>(sampled);
  const plan = planSearch(
    found.map((row) => row.found),
    asked.terms.length,
    DOCUMENTS * PASSAGES_EACH,
  );
  expect(plan.rare).toContain(asked.terms.indexOf('topic50512'));
  const search = await planOf(sampledStatement(asked, sample, plan, 5));
  expect(search).toMatch(/document_passages_words/);
  expect(search).not.toMatch(/Seq Scan on document_passages/);
});

test.each([
  ['an account', null],
  ['an agent with 100 documents', allIds.slice(0, 100)],
])(
  'words that are in most passages of %s are answered in time, with passages that have most of them',
  async (whose, ids) => {
    const beganAtMs = performance.now();
    const found = await searchInTime(everyday.join(' '), ids);
    console.log(`${EVERYDAY} everyday words in those of ${whose}: ${(performance.now() - beganAtMs).toFixed(1)} ms`);
    expect(found).toHaveLength(5);
    for (const { score } of found) expect(score).toBeGreaterThan(0.75);
  },
);

test.each([
  ['alone', 'topic50512'],
  ['among everyday words', `${everyday.slice(1).join(' ')} topic50512`],
])('the rare word is found, %s', async (_, query) => {
  const [best] = await searchInTime(query);
  expect(best).toMatchObject({ document_id: documentId(505), passage: 12 });
});

test('two words that are in many passages are found where they are together', async () => {
  const [together] = await fleet.db.query<{ words: string }>(
    `select count(*)::text as words from document_passages where words @@ 'word2 & word40'`,
  );
  expect(Number(together!.words)).toBeGreaterThan(5);
  for (const { text } of await searchInTime('word2 word40'))
    expect(text).toMatch(/\bword2\b.*\bword40\b|\bword40\b.*\bword2\b/);
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
