import { createHash } from 'node:crypto';
import { existsSync, globSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import { ENTRIES, fileOf } from './startable.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** Node's compile cache knows a module by its path: the same sources are the same directory. */
const BUNDLES = path.join(root, 'node_modules/.cache/test-bundles');
const KEEP_MS = 24 * 3600 * 1000;

/**
 * The service as a few files instead of the 2300 modules that its three threads read: two thirds of the CPU of a start go
 * into finding, reading and linking modules. Nothing is left out or shortened.
 * @returns the directory it is in.
 */
export async function makeBundle(): Promise<string> {
  await mkdir(BUNDLES, { recursive: true });
  const made = path.join(BUNDLES, keyOfSources());
  await discardOld();
  if (existsSync(made)) {
    await utimes(made, new Date(), new Date());
    return made;
  }
  const scratch = await mkdtemp(path.join(BUNDLES, 'making-'));
  try {
    const bundle = await rolldown({
      input: ENTRIES.map((entry) => path.join(root, entry)),
      cwd: root,
      platform: 'node',
      // It removes a `decodeURIComponent` whose value is not read, although it can throw.
      treeshake: false,
      plugins: [inPlace],
    });
    await bundle.write({
      dir: scratch,
      format: 'esm',
      sourcemap: true,
      // Of two classes of one name one is called otherwise in the file they share.
      keepNames: true,
      entryFileNames: ({ facadeModuleId }) => fileOf(path.relative(root, facadeModuleId!)),
      chunkFileNames: 'chunk-[hash].js',
    });
    await bundle.close();
    await rename(scratch, made).catch(unlessThere);
    return made;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** A module finds its files where its source is, and the threads that it starts in the bundle. */
const inPlace: Plugin = {
  name: 'in-place',
  async resolveId(source, importer, { kind }) {
    if (importer === undefined || source.startsWith('node:')) return null;
    const found = await this.resolve(source, importer, { skipSelf: true, kind });
    // Not found, it is an optional part of a package, which is asked for where it is wanted.
    if (!found) return { id: source, external: true };
    if (kind !== 'dynamic-import' || isPackage(importer) || !isPackage(found.id)) return found;
    // Few tests need it.
    return { id: pathToFileURL(found.id).href, external: 'absolute' };
  },
  transform(code, id) {
    let changed = code;
    if (code.includes('import.meta'))
      changed = code
        .replace(/new URL\('(\.\.?\/[^']+\.ts)', import\.meta\.url\)/g, (whole, relative: string) => {
          const target = path.relative(root, path.resolve(path.dirname(id), relative));
          return (ENTRIES as readonly string[]).includes(target)
            ? `new URL('./${fileOf(target)}', BUNDLED_URL)`
            : whole;
        })
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
        .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(id)))
        .replaceAll('BUNDLED_URL', 'import.meta.url');
    else if (isPackage(id) && /\b__(?:dirname|filename)\b/.test(code))
      changed = `var __dirname = ${JSON.stringify(path.dirname(id))}, __filename = ${JSON.stringify(id)}; ${code}`;
    // No line moves: what is read of a stack trace is the line.
    return changed === code ? null : { code: changed, map: null };
  },
};

const isPackage = (file: string) => file.includes('/node_modules/');

/** To make one takes 4 s of CPU, to look at the times of its sources 0.05 s. */
function keyOfSources(): string {
  const hash = createHash('sha256');
  const sources = globSync(['package-lock.json', 'tests/support/bundle.ts', '{server,packages/*}/src/**/*.{ts,js}'], {
    cwd: root,
  });
  for (const file of sources.sort()) {
    const { size, mtimeMs } = statSync(path.join(root, file));
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex').slice(0, 16);
}

/** A run beside this one has made the same. */
function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
}

async function discardOld(): Promise<void> {
  for (const name of await readdir(BUNDLES)) {
    const directory = path.join(BUNDLES, name);
    const stats = await stat(directory).catch(() => null);
    if (stats && Date.now() - stats.mtimeMs > KEEP_MS) await rm(directory, { recursive: true, force: true });
  }
}
