import { chmod, glob, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { EmbeddedConnection } from '../embedded/ping.ts';
import { isPostmasterOf, readPostmasterPid } from '../embedded/postmaster-file.ts';
import { shutDown } from '../embedded/shutdown.ts';
import {
  type EmbeddedDatabase,
  type EmbeddedDatabaseOptions,
  findRunningDatabase,
  startEmbeddedDatabase,
} from '../embedded/start.ts';
import { type ClusterTemplate, emptyCluster } from './cluster-template.ts';
import { ServiceProcess } from './service-process.ts';

/** A directory for the data of one test; removing it ends every server that was left running in it. */
export class ScratchDirectory {
  readonly directory: string;
  readonly dataDir: string;
  readonly fallbackDirectories: readonly string[];
  readonly #databases: EmbeddedDatabase[] = [];
  readonly #services: ServiceProcess[] = [];

  private constructor(directory: string) {
    this.directory = directory;
    this.dataDir = path.join(directory, 'data');
    this.fallbackDirectories = [path.join(directory, 'fallback')];
  }

  static async make(): Promise<ScratchDirectory> {
    const directory = await mkdtemp(path.join(os.tmpdir(), 'parley-db-'));
    // As root the server runs as another user, who has to come through.
    await chmod(directory, 0o711);
    return new ScratchDirectory(directory);
  }

  /** With a database in it, as a first start leaves it: for tests of whatever comes after that. */
  static async withCluster(template: ClusterTemplate = emptyCluster): Promise<ScratchDirectory> {
    const scratch = await ScratchDirectory.make();
    await template.install(scratch.dataDir, scratch.fallbackDirectories);
    return scratch;
  }

  /** Starts the embedded database in this process. */
  async start(options: Partial<EmbeddedDatabaseOptions> = {}): Promise<EmbeddedDatabase> {
    const { dataDir, fallbackDirectories } = this;
    const database = await startEmbeddedDatabase({ dataDir, fallbackDirectories, ...options });
    this.#databases.push(database);
    return database;
  }

  /** Starts the embedded database in a process of its own. */
  spawn(options: { dataDir?: string; shared?: boolean } = {}, program?: string): ServiceProcess {
    const { dataDir, fallbackDirectories } = this;
    const service = new ServiceProcess({ dataDir, fallbackDirectories, ...options }, program);
    this.#services.push(service);
    return service;
  }

  /** The connection to the server that runs now. */
  running(): Promise<EmbeddedConnection | null> {
    return findRunningDatabase(this.dataDir, this.fallbackDirectories);
  }

  /** Ends everything that was started here, and keeps the data for the next test. */
  async stopAll(): Promise<void> {
    for (const database of this.#databases.splice(0)) await database.stop();
    for (const service of this.#services.splice(0)) await service.kill();
    for await (const cluster of clustersIn(this.directory)) await endServer(cluster);
  }

  async remove(): Promise<void> {
    await this.stopAll();
    await rm(this.directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }
}

async function* clustersIn(directory: string): AsyncGenerator<string> {
  for await (const file of glob('**/postgresql.conf', { cwd: directory }))
    yield path.dirname(path.join(directory, file));
}

async function endServer(cluster: string): Promise<void> {
  const pid = await readPostmasterPid(cluster);
  if (pid === null) return;
  await shutDown(cluster, pid);
}

/** Resolves when the process is no longer the server of `cluster`. */
export async function untilServerEnds(cluster: string, pid: number): Promise<void> {
  while (await isPostmasterOf(cluster, pid)) await delay(5);
}
