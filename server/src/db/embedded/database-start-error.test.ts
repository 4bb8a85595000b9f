import { expect, test } from 'vitest';
import {
  type DatabaseStartError,
  fromFileSystemError,
  fromServerOutput,
  fromSpawnError,
} from './database-start-error.ts';

// As PostgreSQL 18 words them.
test.each([
  ['FATAL:  could not write lock file "postmaster.pid": No space left on device', 'disk_full'],
  ['initdb: error: could not write to file "x": Disk quota exceeded', 'disk_full'],
  ['FATAL:  database files are incompatible with server', 'newer_version'],
  ['initdb: error: could not look up effective user ID 4242: user does not exist', 'no_permission'],
  ['FATAL:  data directory "/data" has wrong ownership', 'no_permission'],
  ['FATAL:  could not open file "global/pg_control": Permission denied', 'no_permission'],
  ['FATAL:  could not map anonymous shared memory: Cannot allocate memory', 'failed'],
])('%s', (output, code) => {
  const error = fromServerOutput(`LOG:  starting\n${output}\n`, 'PostgreSQL could not start in /data');
  expect(error.code).toBe(code);
  expectComplete(error, 'PostgreSQL could not start in /data', output);
});

test.each([
  ['ENOSPC', 'disk_full'],
  ['EDQUOT', 'disk_full'],
  ['EACCES', 'no_permission'],
  ['EROFS', 'no_permission'],
  ['EMFILE', 'failed'],
])('the file system answers %s', (code, expected) => {
  const error = fromFileSystemError(Object.assign(new Error(`${code}: mkdir`), { code }), 'create /data');
  expect(error.code).toBe(expected);
  expectComplete(error, 'Cannot create /data');
});

test.each([
  ['ENOENT', 'unsupported_platform'],
  ['EPERM', 'no_permission'],
  ['EINVAL', 'no_permission'],
  ['EAGAIN', 'failed'],
])('spawn answers %s', (code, expected) => {
  const error = fromSpawnError(Object.assign(new Error(`spawn ${code}`), { code }), '/x/initdb');
  expect(error.code).toBe(expected);
  expectComplete(error, '/x/initdb');
});

/** What happened, to which thing, what to do next. */
function expectComplete(error: DatabaseStartError, ...parts: string[]): void {
  for (const part of parts) expect(error.message).toContain(part);
  expect(error.hint.length).toBeGreaterThan(20);
  expect(error.message.endsWith(error.hint)).toBe(true);
}
