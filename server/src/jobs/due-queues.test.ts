import { afterAll, beforeAll, expect, test } from 'vitest';
import { openScratchTables, type ScratchDatabase } from '../db/testing/scratch-database.ts';
import { createLogger } from '../kernel/logger.ts';
import { Jobs } from './jobs.ts';

let scratch: ScratchDatabase;
let jobs: Jobs;

beforeAll(async () => {
  scratch = await openScratchTables();
  jobs = await Jobs.start(scratch.db, createLogger({ level: 'silent', personalData: false }));
});

afterAll(async () => {
  await jobs?.close();
  await scratch?.close();
});

test('a job whose notification was lost is found, and so is one of another queue', async () => {
  const deaf = { listen: async () => ({ close: async () => {} }) };
  const read = Promise.withResolvers<string>();
  const embedded = Promise.withResolvers<string>();
  await jobs.work(deaf, 'document.read', async ({ documentId }) => read.resolve(documentId));
  await jobs.work(deaf, 'document.embed', async ({ documentId }) => embedded.resolve(documentId));
  const enqueue = (name: 'document.read' | 'document.embed', documentId: string) =>
    scratch.db.transaction((tx) => jobs.enqueue(tx, name, { documentId }, { group: 'acc' }));
  await enqueue('document.read', 'doc_1');
  expect(await read.promise).toBe('doc_1');
  await enqueue('document.embed', 'doc_2');
  expect(await embedded.promise).toBe('doc_2');
});
