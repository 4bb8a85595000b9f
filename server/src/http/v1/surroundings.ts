import type { ConfiguredProviders } from '../../agents/provider-choice.ts';
import type { CarrierRouting } from '../../carriers/carrier.ts';
import type { Database } from '../../db/index.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { RecordingLinks } from '../../recordings/links.ts';

/** What the endpoints work with. */
export interface ApiSurroundings {
  db: Database;
  jobs: Jobs;
  routing: CarrierRouting;
  links: RecordingLinks;
  providers: ConfiguredProviders;
  allowPrivateWebhooks: boolean;
  wakeDispatcher(): void;
  publicUrl(): string;
}
