import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';

const source = fileURLToPath(new URL('..', import.meta.url));
const tsc = fileURLToPath(new URL('../../../node_modules/.bin/tsc', import.meta.url));
const workplace = mkdtempSync(path.join(tmpdir(), 'parley-client-'));
const project = path.join(workplace, 'project');

function run(command: string, args: string[], cwd: string): string {
  return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Packs a copy, so that the package.json of the repository is never the exchanged one while others read it. */
beforeAll(() => {
  const copy = path.join(workplace, 'packages', 'client');
  copyFileSync(path.join(source, '../../LICENSE'), path.join(workplace, 'LICENSE'));
  run(tsc, ['-p', 'tsconfig.build.json', '--outDir', path.join(copy, 'dist')], source);
  for (const file of ['package.json', 'publishable.mjs', 'README.md']) {
    copyFileSync(path.join(source, file), path.join(copy, file));
  }
  run(process.execPath, ['publishable.mjs'], copy);
  run('npm', ['pack', '--ignore-scripts', '--pack-destination', workplace], copy);
  run('mkdir', [project], workplace);
  writeFileSync(path.join(project, 'package.json'), '{"type": "module", "private": true}');
  run(
    'npm',
    ['install', '--offline', '--no-audit', '--no-fund', path.join(workplace, 'parley-client-0.1.0.tgz')],
    project,
  );
});
afterAll(() => rmSync(workplace, { recursive: true }));

it('is run by plain JavaScript without anything else being installed', () => {
  const program = `
    import { Parley, ParleyError, verifyWebhook } from '@parley/client';
    const parley = new Parley({ apiKey: 'key', baseUrl: 'http://127.0.0.1:1/v1', maxRetries: 0 });
    const error = await parley.agents.list().catch((reason) => reason);
    console.log(error instanceof ParleyError, error.code, typeof verifyWebhook);
  `;
  writeFileSync(path.join(project, 'program.mjs'), program);
  expect(run(process.execPath, ['program.mjs'], project)).toBe('true connection_failed function\n');
  expect(run('npm', ['ls', '--all', '--parseable'], project).trim().split('\n')).toHaveLength(2);
});

it('brings its types along', () => {
  const program = `
    import { type Call, Parley, verifyWebhook } from '@parley/client';
    const parley = new Parley({ apiKey: 'key', baseUrl: 'http://127.0.0.1:1/v1' });
    const call: Call = await parley.calls.waitUntilEnded('call_1');
    const reason: 'user_hangup' | (string & {}) | null = call.end_reason;
    // @ts-expect-error: there is no such status.
    for await (const item of parley.calls.list({ status: 'over' })) console.log(item.call_id, reason);
    const event = await verifyWebhook({ payload: '', headers: new Headers(), secret: 'whsec_' });
    if (event.type === 'batch.completed') console.log(event.data.batch_id);
  `;
  writeFileSync(path.join(project, 'program.ts'), program);
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom'];
  expect(run(tsc, [...options, 'program.ts'], project)).toBe('');
});
