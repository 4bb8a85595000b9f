import { chmod, chown, mkdir, mkdtemp, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { firstClosedDirectory, isWritableOnlyBy, mayReadAndEnter } from './reachability.ts';
import { runsAsRoot } from './server-user.ts';

const otherUser = { name: 'other', uid: 4242, gid: 4243 };

let top: string;
let inner: string;
beforeEach(async () => {
  top = await realpath(await mkdtemp(path.join(os.tmpdir(), 'parley-reach-')));
  inner = path.join(top, 'inner');
  await chmod(top, 0o711);
  await mkdir(inner);
  await chmod(inner, 0o711);
});
afterEach(() => rm(top, { recursive: true }));

test('walks every directory on the way, links resolved', async () => {
  expect(await firstClosedDirectory(inner, otherUser)).toBeNull();
  await symlink(inner, path.join(top, 'link'));
  await chmod(inner, 0o700);
  expect(await firstClosedDirectory(inner, otherUser)).toBe(inner);
  expect(await firstClosedDirectory(path.join(top, 'link'), otherUser)).toBe(inner);
  await chmod(top, 0o700);
  expect(await firstClosedDirectory(inner, otherUser)).toBe(top);
});

test('reading needs more than entering', async () => {
  expect(await mayReadAndEnter(inner, otherUser)).toBe(false);
  await chmod(inner, 0o755);
  expect(await mayReadAndEnter(inner, otherUser)).toBe(true);
});

test('a directory that others may write to is not safe', async () => {
  const uid = process.getuid!();
  expect(isWritableOnlyBy(await stat(inner), uid)).toBe(true);
  expect(isWritableOnlyBy(await stat(inner), uid + 1)).toBe(false);
  await chmod(inner, 0o777);
  expect(isWritableOnlyBy(await stat(inner), uid)).toBe(false);
  await writeFile(path.join(top, 'file'), '');
  expect(isWritableOnlyBy(await stat(path.join(top, 'file')), uid)).toBe(false);
});

describe.runIf(runsAsRoot())('the first class that matches decides', () => {
  test.each([
    [otherUser.uid, 0, 0o100, true],
    [otherUser.uid, 0, 0o011, false],
    [0, otherUser.gid, 0o010, true],
    [0, otherUser.gid, 0o101, false],
    [0, 0, 0o110, false],
    [0, 0, 0o001, true],
  ])('owner %i, group %i, mode %o: %s', async (uid, gid, mode, open) => {
    await chown(inner, uid, gid);
    await chmod(inner, mode);
    expect(await firstClosedDirectory(inner, otherUser)).toBe(open ? null : inner);
  });
});
