import { analyzeCall } from './calls/analyze-call.ts';
import type { AnalyzerDependencies } from './calls/finish-dependencies.ts';
import type { Database } from './db/index.ts';
import { embedDocument } from './documents/embed-document.ts';
import type { Embedders } from './documents/embedders.ts';
import { readStoredDocument } from './documents/read-stored-document.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Logger } from './kernel/logger.ts';
import type { RecordingLinks } from './recordings/links.ts';
import { sweep } from './retention/sweep.ts';
import { deliver } from './webhooks/deliver.ts';

interface JobDependencies {
  /** For what the jobs do. */
  readonly db: Database;
  readonly analyzer: AnalyzerDependencies;
  readonly embedders: Embedders;
  readonly links: RecordingLinks;
  readonly recordingsDir: string;
  readonly webhooks: Pick<Parameters<typeof deliver>[0], 'agent' | 'allowPrivate'>;
  readonly log: Logger;
}

/** Takes up everything that is done after a call, or beside all calls. `wakes`: the connections that tell of new jobs. */
export async function workJobs(
  jobs: Jobs,
  wakes: Database,
  { db, analyzer, embedders, links, recordingsDir, webhooks, log }: JobDependencies,
): Promise<void> {
  await jobs.work(wakes, 'call.analyze', ({ callId }) => analyzeCall(db, { jobs, analyzer }, callId));
  await jobs.work(wakes, 'document.read', ({ documentId }) => readStoredDocument({ db, jobs, log }, documentId));
  await jobs.work(wakes, 'document.embed', ({ documentId }) => embedDocument({ db, embedders }, documentId));
  await jobs.work(wakes, 'retention.sweep', () => sweep(db, recordingsDir));
  await jobs.schedule('retention.sweep', '23 * * * *');
  await jobs.work(wakes, 'webhook.deliver', ({ deliveryId }) => deliver({ db, jobs, links, ...webhooks }, deliveryId));
}
