import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';

const repository = path.resolve(import.meta.dirname, '..');
const long = 'words '.repeat(400);

let home: string;

beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'parley-build-'));
  await Promise.all(
    ['dashboard/src', 'packages/contract/src', 'packages/client/src'].map((directory) =>
      mkdir(path.join(home, directory), { recursive: true }),
    ),
  );
  await symlink(path.join(repository, 'node_modules'), path.join(home, 'node_modules'));
  await write('package-lock.json', '{}');
  await write('dashboard/index.html', '<!doctype html><script type="module" src="/src/main.ts"></script>');
  await write(
    'dashboard/src/main.ts',
    `import { word } from '../../packages/contract/src/word.ts'; document.title = word;`,
  );
  await write('packages/contract/src/word.ts', `export const word: string = '${long}';`);
});
afterEach(() => rm(home, { recursive: true }));

const write = (file: string, text: string) => writeFile(path.join(home, file), text);
const inBuild = (file: string) => path.join(home, 'dashboard/dist', file);

function build(): { isThere: boolean; said: string } {
  const program = `import { buildDashboard } from ${JSON.stringify(path.join(repository, 'scripts/dashboard.mjs'))};
    process.exit(buildDashboard(process.execPath, ${JSON.stringify(home)}) ? 0 : 1);`;
  const result = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  return { isThere: result.status === 0, said: result.stderr };
}

test('builds once, and again when a source or the lock file changes', async () => {
  expect(build()).toEqual({ isThere: true, said: expect.stringContaining('building the dashboard') });
  expect(build()).toEqual({ isThere: true, said: '' });
  await write('packages/contract/src/word.ts', `export const word: string = 'other ${long}';`);
  expect(build().said).toContain('building the dashboard');
  await write('package-lock.json', '{ }');
  expect(build().said).toContain('building the dashboard');
  expect(build().said).toBe('');
});

test('what is served compressed is what was built', async () => {
  build();
  const names = await readdir(inBuild('assets'));
  const script = names.find((name) => name.endsWith('.js'))!;
  const compressed = await readFile(inBuild(`assets/${script}.gz`));
  expect(gunzipSync(compressed)).toEqual(await readFile(inBuild(`assets/${script}`)));
});

test('a build that fails says why and what to do, and leaves no older one in its place', async () => {
  build();
  await write('dashboard/src/main.ts', `import './gone.ts';`);
  const { isThere, said } = build();
  expect(isThere).toBe(false);
  expect(said).toContain('gone.ts');
  expect(said).toContain('npm start');
  expect(existsSync(inBuild('index.html'))).toBe(false);
  expect(await readdir(path.join(home, 'dashboard'))).toEqual(['index.html', 'src']);
});
