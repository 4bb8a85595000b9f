import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EmbeddingServer } from '../support/embedding-server.ts';
import { growingPauses, until } from '../support/growing-pauses.ts';
import { pdfBomb, pdfOf } from '../support/pdf.ts';
import { Service } from '../support/service.ts';
import { Staff } from '../support/staff.ts';
import { Account, unknownId } from './accounts.ts';
import { type Answer, expectError, expectFields, expectUnixSeconds, isUlid } from './answers.ts';

let service: Service;
let account: Account;
let other: Account;

beforeAll(async () => {
  service = await Service.start();
  [account, other] = await Promise.all([Account.first(service), Account.create(service, 'growth')]);
});

afterAll(() => service?.remove());

const FIELDS = [
  ...['document_id', 'name', 'content_type', 'size_bytes', 'status', 'error', 'language', 'passages'],
  ...['embedding_model', 'created_at', 'updated_at'],
];
const HOURS = '# Opening hours\n\nWe are open from Monday to Friday.\n\n## Saturday\n\nOn Saturday we close at noon.\n';

const upload = (file: string | Uint8Array, type: string | null, query = '?name=Hours', by = account): Promise<Answer> =>
  by.request('POST', `/documents${query}`, {
    body: file,
    headers: type === null ? { 'content-type': '' } : { 'content-type': type },
  });
const remove = (document: any, by = account) => by.request('DELETE', `/documents/${document.document_id}`);
const search = (body: object, by = account) => by.request('POST', '/documents/search', { body });

/** The document when it is read, or cannot be read. */
async function read(document: any, by = account): Promise<any> {
  for (const pause of growingPauses()) {
    const { body } = await by.request('GET', `/documents/${document.document_id}`);
    if (body.status !== 'processing') return body;
    await pause();
  }
}

async function uploaded(file: string | Uint8Array, type: string, query = '?name=Hours', by = account): Promise<any> {
  const { status, body } = await upload(file, type, query, by);
  expect(status).toBe(201);
  return read(body, by);
}

describe('Beyond · documents', () => {
  test('POST: 201 with Location at once, and ready when it is read', async () => {
    const { status, headers, body } = await upload(HOURS, 'text/markdown; charset=utf-8', '?name=Hours%20of%20ours');
    expect(status).toBe(201);
    expectFields(body, FIELDS);
    expect(isUlid(body.document_id, 'doc')).toBe(true);
    expectUnixSeconds(body.created_at);
    expect(body).toMatchObject({
      ...{ name: 'Hours of ours', content_type: 'text/markdown', size_bytes: Buffer.byteLength(HOURS) },
      ...{ status: 'processing', error: null, language: null, passages: 0, embedding_model: null },
    });
    expect(headers.get('location')).toBe(`${service.baseUrl}/documents/${body.document_id}`);
    const ready = await read(body);
    expectFields(ready, FIELDS);
    expect(ready).toMatchObject({ status: 'ready', error: null, language: 'en', passages: 2 });
    await remove(body);
  });

  test('without a name it is Untitled; a language that is given counts', async () => {
    const document = await uploaded('Hola', 'text/plain', '?language=es-MX');
    expect(document).toMatchObject({ name: 'Untitled', language: 'es-MX', status: 'ready' });
    await remove(document);
  });

  test('GET: all of the account, the oldest first', async () => {
    const first = await uploaded('One', 'text/plain', '?name=One');
    const second = await uploaded('Two', 'text/plain', '?name=Two');
    expect((await account.request('GET', '/documents')).body).toEqual({ data: [first, second], total: 2 });
    expect((await other.request('GET', '/documents')).body).toEqual({ data: [], total: 0 });
    await Promise.all([remove(first), remove(second)]);
  });

  test('PATCH changes the name', async () => {
    const document = await uploaded(HOURS, 'text/markdown');
    const patched = await account.request('PATCH', `/documents/${document.document_id}`, { body: { name: 'New' } });
    expect(patched.status).toBe(200);
    expect(patched.body).toEqual({ ...document, name: 'New', updated_at: patched.body.updated_at });
    expect((await account.request('PATCH', `/documents/${document.document_id}`, { body: {} })).body).toEqual(
      patched.body,
    );
    const bad = await account.request('PATCH', `/documents/${document.document_id}`, { body: { name: ' ' } });
    expectError(bad, 400, 'name');
    await remove(document);
  });

  test('DELETE: 204, 404 afterwards, and nothing of it is found', async () => {
    const document = await uploaded(HOURS, 'text/markdown');
    expect((await search({ query: 'Saturday' })).body.total).toBe(1);
    expect((await remove(document)).status).toBe(204);
    expectError(await remove(document), 404, 'document_id');
    expect((await search({ query: 'Saturday' })).body).toEqual({ data: [], total: 0, method: 'text' });
  });

  test('DELETE: 409 with the names of the agents that know it', async () => {
    const document = await uploaded(HOURS, 'text/markdown');
    const { body: agent } = await account.request('POST', '/agents', {
      body: { name: 'Desk', prompt: 'Talk.', knowledge: { document_ids: [document.document_id] } },
    });
    expect(agent.knowledge).toEqual({ document_ids: [document.document_id], mode: 'both' });
    const refused = await remove(document);
    expectError(refused, 409);
    expect(refused.body.error.message).toContain('"Desk"');
    const { body: changed } = await account.request('PATCH', `/agents/${agent.agent_id}`, {
      body: { knowledge: { document_ids: [] } },
    });
    expect(changed.knowledge).toEqual({ document_ids: [], mode: 'both' });
    expect((await remove(document)).status).toBe(204);
    await account.request('DELETE', `/agents/${agent.agent_id}`);
  });

  test('an agent knows documents of its account, and no others: 422', async () => {
    const theirs = await uploaded('Theirs', 'text/plain', '?name=Theirs', other);
    for (const id of [theirs.document_id, unknownId('doc'), 'doc_x']) {
      const body = { knowledge: { document_ids: [id] } };
      expectError(
        await account.request('POST', '/agents', { body: { name: 'A', prompt: 'B', ...body } }),
        422,
        'knowledge.document_ids[0]',
      );
      expectError(
        await account.request('PATCH', `/agents/${account.agentId}`, { body }),
        422,
        'knowledge.document_ids[0]',
      );
    }
    await remove(theirs, other);
  });

  test.each([
    ['knowledge.mode', { mode: 'magic' }],
    ['knowledge.document_ids', { document_ids: ['doc_a', 'doc_a'] }],
    ['knowledge.documents', { documents: [] }],
  ])('400: %s of an agent in %j', async (param, knowledge) => {
    expectError(await account.request('PATCH', `/agents/${account.agentId}`, { body: { knowledge } }), 400, param);
  });

  test.each([
    ['Content-Type', 'application/json', '', '{}'],
    ['Content-Type', 'image/png', '', 'x'],
    ['Content-Type', 'text', '', 'x'],
    ['Content-Type', 'text/plain; charset=latin1', '', 'x'],
    ['Content-Type', null, '', new Uint8Array([1])],
    ['name', 'text/plain', '?name=', 'x'],
    ['name', 'text/plain', `?name=${'x'.repeat(201)}`, 'x'],
    ['language', 'text/plain', '?language=english%20please', 'x'],
    ['colour', 'text/plain', '?colour=red', 'x'],
    [null, 'text/plain', '', ''],
  ] as const)('400: %s in an upload as %s with %s', async (param, type, query, file) => {
    expectError(await upload(file, type, query), 400, param);
  });

  test('400: a file beyond 16 MiB; one of 16 MiB is taken', async () => {
    const large = Buffer.alloc(16 * 1024 * 1024, 'word ');
    const { body, status } = await upload(large, 'text/plain');
    expect(status).toBe(201);
    const beyond = await upload(Buffer.concat([large, Buffer.from('x')]), 'text/plain');
    expectError(beyond, 400);
    expect(beyond.body.error.message).toContain('16 MiB');
    expect((await read(body)).status).toBe('ready');
    await remove(body);
  });

  test('404: documents of other accounts, and unknown ones', async () => {
    const theirs = await uploaded('Theirs', 'text/plain', '?name=Theirs', other);
    for (const id of [theirs.document_id, unknownId('doc'), 'doc_x']) {
      expectError(await account.request('GET', `/documents/${id}`), 404, 'document_id');
      expectError(await account.request('PATCH', `/documents/${id}`, { body: { name: 'Ours' } }), 404, 'document_id');
      expectError(await account.request('DELETE', `/documents/${id}`), 404, 'document_id');
      expectError(await search({ query: 'x', document_ids: [id] }), 404, 'document_ids[0]');
    }
    expect((await search({ query: 'Theirs' })).body.total).toBe(0);
    await remove(theirs, other);
  });

  test('what is in a document is found in other forms of its words, the best first, with its heading', async () => {
    const document = await uploaded(HOURS, 'text/markdown');
    const { status, body } = await search({ query: 'When do you close on Saturdays?' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 1, method: 'text' });
    expect(body.data[0]).toEqual({
      document_id: document.document_id,
      name: 'Hours',
      passage: 2,
      heading: 'Opening hours › Saturday',
      text: 'On Saturday we close at noon.',
      score: body.data[0].score,
    });
    expect(body.data[0].score).toBeGreaterThan(0.9);
    expect((await search({ query: 'the and of', limit: 1 })).body.data).toEqual([]);
    expect((await search({ query: "O'Neill \\ & | ! :* ('" })).status).toBe(200);
    await remove(document);
  });

  test.each([
    ['es', 'Los perros pueden entrar con correa. No se admiten gatos en el comedor.', '¿puedo llevar un perro?'],
    ['de', 'Die Rechnungen werden am Ende des Monats verschickt und sind sofort fällig.', 'Wann kommt meine Rechnung?'],
    ['ja', '営業時間は午前九時から午後五時までです。土曜日は休みです。', '土曜日は営業していますか'],
    ['zh', '我们周一到周五营业。退款需要七天时间。', '退款要多久'],
  ])('%s: recognized, and found by its words', async (language, text, query) => {
    const document = await uploaded(text, 'text/plain');
    expect(document.language).toBe(language);
    expect((await search({ query })).body.data.map((passage: any) => passage.text)).toEqual([text]);
    await remove(document);
  });

  test('HTML: as it is seen, with its headings and language', async () => {
    const html = `<!doctype html><html lang="fr"><head><title>Tarifs</title><style>p{color:red}</style>
      <script>var secret = "<p>invisible</p>";</script></head><body><nav>Accueil</nav><h2>Livraison</h2>
      <p>La livraison co&ucirc;te <b>cinq</b> euros.</p><table><tr><td>Lyon</td><td>2 jours</td></tr></table>`;
    const document = await uploaded(html, 'text/html');
    expect(document).toMatchObject({ status: 'ready', language: 'fr', passages: 1 });
    const { body } = await search({ query: 'prix des livraisons' });
    expect(body.data[0]).toMatchObject({
      heading: 'Tarifs › Livraison',
      text: 'La livraison coûte cinq euros. Lyon | 2 jours',
    });
    expect((await search({ query: 'invisible secret Accueil' })).body.total).toBe(0);
    await remove(document);
  });

  test('PDF: its text with its headings, or its pages', async () => {
    const plain = await uploaded(
      pdfOf([['Refunds take seven days.'], ['Parcels weigh two kilos.']]),
      'application/pdf',
      '?language=en',
    );
    expect(plain).toMatchObject({ status: 'ready', passages: 2 });
    expect((await search({ query: 'parcel' })).body.data[0]).toMatchObject({
      heading: 'Page 2',
      text: 'Parcels weigh two kilos.',
    });
    await remove(plain);
    const headed = await uploaded(
      pdfOf([[{ text: 'Warranty', size: 20 }, 'The warranty lasts two years.', 'It covers the motor.']]),
      'application/pdf',
    );
    expect((await search({ query: 'motor' })).body.data[0]).toMatchObject({
      heading: 'Warranty',
      text: 'The warranty lasts two years. It covers the motor.',
    });
    await remove(headed);
  });

  test.each([
    ['an encrypted PDF', pdfOf([['Secret']], { encrypted: true }), 'application/pdf', 'encrypted'],
    ['a PDF without text', pdfOf([[], []]), 'application/pdf', 'OCR'],
    ['what is no PDF', Buffer.from('Hello'), 'application/pdf', 'cannot be read'],
    ['a PDF that is cut off', pdfOf([['Half']]).subarray(0, 300), 'application/pdf', 'PDF'],
    // Either bound holds; on a busy host the other one comes first.
    ['a PDF that unfolds to a gigabyte', pdfBomb(1024 ** 3), 'application/pdf', 'memory|takes longer than'],
    ['text that is no UTF-8', Buffer.from([0xff, 0xfe, 0x41]), 'text/plain', 'UTF-8'],
    ['nothing but blanks', Buffer.from(' \n\n '), 'text/plain', 'no text'],
    ['nothing but scripts', Buffer.from('<script>1</script>'), 'text/html', 'no text'],
  ])('failed, and says why: %s', async (_, file, type, word) => {
    const document = await uploaded(file, type);
    expect(document).toMatchObject({ status: 'failed', passages: 0, error: expect.stringMatching(word) });
    expect((await account.request('GET', '/documents')).status).toBe(200);
    await remove(document);
  });

  test('embeddings of a provider find what is meant, and words alone are enough while it is away', async () => {
    const server = await EmbeddingServer.start();
    const { body: provider } = await account.request('POST', '/providers', {
      body: { vendor: 'openai-compatible', base_url: server.url },
    });
    const text = '# Returns\n\nCustomers are reimbursed within a week.\n\n# Parcels\n\nA parcel weighs two kilos.';
    const document = await uploaded(text, 'text/markdown');
    const asked = { query: 'How do I get my money back?' };
    for (const pause of growingPauses()) {
      if ((await account.request('GET', `/documents/${document.document_id}`)).body.embedding_model !== null) break;
      await pause();
    }
    expect(server.requests[0]).toEqual([
      'Returns\nCustomers are reimbursed within a week.',
      'Parcels\nA parcel weighs two kilos.',
    ]);
    // A search waits 250 ms for the provider, which a busy host may take.
    const found = await until(
      async () => (await search(asked)).body,
      ({ method }) => method === 'hybrid',
    );
    expect(found.data[0]).toMatchObject({ heading: 'Returns', passage: 1 });
    expect(found.data[0].score).toBeGreaterThan(0.9);
    server.hangs = true;
    expect((await search(asked)).body).toEqual({ data: [], total: 0, method: 'text' });
    expect((await search({ query: 'parcels' })).body.data[0]).toMatchObject({ heading: 'Parcels' });
    await server.close();
    expect((await search({ query: 'parcels' })).body).toMatchObject({ total: 1, method: 'text' });
    await account.request('DELETE', `/providers/${provider.provider_id}`);
    await remove(document);
  });

  test('documents that were there before the provider are embedded when they are searched', async () => {
    const document = await uploaded('Customers are reimbursed within a week.', 'text/plain');
    const server = await EmbeddingServer.start();
    const { body: provider } = await account.request('POST', '/providers', {
      body: { vendor: 'openai-compatible', base_url: server.url },
    });
    for (const pause of growingPauses()) {
      const { body } = await search({ query: 'money back' });
      if (body.method === 'hybrid') {
        expect(body.data[0]).toMatchObject({ document_id: document.document_id });
        break;
      }
      await pause();
    }
    const { body: embedded } = await account.request('GET', `/documents/${document.document_id}`);
    expect(embedded.embedding_model).toBe('openai-compatible/nomic-embed-text');
    await account.request('DELETE', `/providers/${provider.provider_id}`);
    await remove(document);
    await server.close();
  });

  test('the command line uploads, lists, searches and removes', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'parley-documents-'));
    const file = path.join(directory, 'hours.md');
    await writeFile(file, HOURS);
    const run = (...words: string[]) => service.parley('documents', ...words, '--account', account.accountId);
    const added = await run('add', file, '--language', 'en');
    expect(added).toMatchObject({ name: 'hours.md', content_type: 'text/markdown', language: 'en' });
    await read(added);
    expect((await run('list')).data.map((one: any) => one.document_id)).toEqual([added.document_id]);
    expect((await run('search', 'Saturdays')).data[0]).toMatchObject({ heading: 'Opening hours › Saturday' });
    expect(await run('remove', added.document_id)).toEqual({ document_id: added.document_id, removed: true });
    expect((await run('list')).total).toBe(0);
    await rm(directory, { recursive: true });
  });

  test('what an upload, a change and a removal were is in the audit log', async () => {
    const document = await uploaded('Hours', 'text/plain');
    await account.request('PATCH', `/documents/${document.document_id}`, { body: { name: 'New' } });
    await remove(document);
    const { body } = await (await Staff.of(service)).owner.dashboard('GET', '/audit');
    const entries = body.data.filter((entry: any) => entry.target === document.document_id);
    expect(entries.map((entry: any) => entry.action)).toEqual([
      'document.deleted',
      'document.updated',
      'document.created',
    ]);
  });
});
