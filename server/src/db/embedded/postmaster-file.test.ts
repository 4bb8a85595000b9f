import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isPostmasterOf, readPostmasterFile, readPostmasterPid, removeStaleLockFiles } from './postmaster-file.ts';

let cluster: string;
let file: string;
let sockets: string;
let processes: ChildProcess[] = [];
beforeEach(async () => {
  cluster = await mkdtemp(path.join(os.tmpdir(), 'parley postmaster '));
  file = path.join(cluster, 'postmaster.pid');
  sockets = await mkdtemp(path.join(os.tmpdir(), 'parley sockets '));
});
afterEach(async () => {
  for (const each of processes) each.kill('SIGKILL');
  processes = [];
  await rm(cluster, { recursive: true });
  await rm(sockets, { recursive: true });
});

/** A process whose command line is that of the server of `directory`. */
async function serverOf(directory: string): Promise<number> {
  // `:` after sleep keeps the shell from becoming the sleep, which would drop the arguments.
  const server = spawn('sh', ['-c', 'sleep 60; :', 'postgres', '-D', directory, '-p', '5432']);
  processes.push(server);
  await once(server, 'spawn');
  return server.pid!;
}

test('reads what PostgreSQL writes, once it has a socket', async () => {
  expect(await readPostmasterFile(cluster)).toBeNull();
  expect(await readPostmasterPid(cluster)).toBeNull();
  await writeFile(file, `4711\n${cluster}\n1790000000\n5432\n`);
  expect(await readPostmasterFile(cluster)).toBeNull();
  expect(await readPostmasterPid(cluster)).toBe(4711);
  await writeFile(file, `4711\n${cluster}\n1790000000\n5432\n/run/some where\n\n  2146595    163894\nready   \n`);
  expect(await readPostmasterFile(cluster)).toEqual({ pid: 4711, port: 5432, socketDirectory: '/run/some where' });
});

test('tells the server of a directory from others, and from processes that ended', async () => {
  const pid = await serverOf(cluster);
  expect(await isPostmasterOf(cluster, pid)).toBe(true);
  expect(await isPostmasterOf(cluster.slice(0, -1), pid)).toBe(false);
  expect(await isPostmasterOf(cluster, process.pid)).toBe(false);
  processes[0]!.kill('SIGKILL');
  await once(processes[0]!, 'exit');
  expect(await isPostmasterOf(cluster, pid)).toBe(false);
});

test('removes the file of a server that is gone', async () => {
  await writeFile(file, `${process.pid}\n${cluster}\n`);
  await removeStaleLockFiles(cluster, sockets);
  expect(await readdir(cluster)).toEqual([]);
  await removeStaleLockFiles(cluster, sockets);
});

test('keeps the file of a server that is only starting', async () => {
  const pid = await serverOf(cluster);
  await writeFile(file, `${pid}\n`);
  await removeStaleLockFiles(cluster, sockets);
  expect(await readPostmasterPid(cluster)).toBe(pid);
});

test('keeps an empty file that was made just now, and removes an old one', async () => {
  await writeFile(file, '');
  await removeStaleLockFiles(cluster, sockets);
  expect(await readdir(cluster)).toEqual(['postmaster.pid']);
  const longAgo = new Date(Date.now() - 60_000);
  await utimes(file, longAgo, longAgo);
  await removeStaleLockFiles(cluster, sockets);
  expect(await readdir(cluster)).toEqual([]);
});

test('removes the lock of a socket whose server is gone, and keeps that of one that lives', async () => {
  const lock = path.join(sockets, '.s.PGSQL.5432.lock');
  const pid = await serverOf(cluster);
  await writeFile(lock, `${pid}\n${cluster}\n1790000000\n5432\n${sockets}\n`);
  await writeFile(path.join(sockets, '.s.PGSQL.5432'), '');
  await removeStaleLockFiles(cluster, sockets);
  expect(await readdir(sockets)).toEqual(['.s.PGSQL.5432', '.s.PGSQL.5432.lock']);
  await writeFile(lock, `${process.pid}\n${cluster}\n1790000000\n5432\n${sockets}\n`);
  await removeStaleLockFiles(cluster, sockets);
  expect(await readdir(sockets)).toEqual(['.s.PGSQL.5432']);
});
