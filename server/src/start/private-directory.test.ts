import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makePrivateDirectories } from './private-directory.ts';

let scratch: string;
let dataDir: string;
let recordingsDir: string;
let messages: string[];

beforeEach(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'parley-private-'));
  dataDir = path.join(scratch, 'data');
  recordingsDir = path.join(dataDir, 'recordings');
  messages = [];
});
afterEach(() => rm(scratch, { recursive: true }));

const make = () => makePrivateDirectories({ dataDir, recordingsDir }, (message) => messages.push(message));
const modeOf = async (file: string) => (await stat(file)).mode & 0o7777;

/** As an earlier version left it, whatever the umask is. */
async function open(directory: string, mode = 0o755): Promise<void> {
  await mkdir(directory, { recursive: true });
  await chmod(directory, mode);
}

async function openFile(file: string): Promise<void> {
  await writeFile(file, 'x');
  await chmod(file, 0o644);
}

test('new directories are closed to others', async () => {
  await make();
  expect([await modeOf(dataDir), await modeOf(recordingsDir)]).toEqual([0o700, 0o700]);
  expect(messages).toEqual([]);
});

test('what an earlier version left open is closed, with all that is in it', async () => {
  await open(dataDir);
  // Of the file system, when the directory is a mounted volume.
  await open(path.join(dataDir, 'lost+found'));
  await open(recordingsDir);
  await open(path.join(recordingsDir, 'Zq'));
  const recording = path.join(recordingsDir, 'Zq', 'call_Zq.pcm');
  const nodeId = path.join(dataDir, 'node-id');
  await openFile(recording);
  await openFile(nodeId);
  await make();
  const modes = await Promise.all([dataDir, recordingsDir, path.dirname(recording), recording, nodeId].map(modeOf));
  expect(modes).toEqual([0o700, 0o700, 0o700, 0o600, 0o600]);
  expect(messages).toEqual([]);
});

test('the right to pass of the group that PostgreSQL runs in stays', async () => {
  await open(dataDir, 0o710);
  await make();
  expect(await modeOf(dataDir)).toBe(0o710);
});

test('a directory that holds other things too is reported, and only what is ours in it is closed', async () => {
  await open(dataDir);
  await openFile(path.join(dataDir, 'letter.txt'));
  await open(recordingsDir);
  await make();
  expect([await modeOf(dataDir), await modeOf(path.join(dataDir, 'letter.txt'))]).toEqual([0o755, 0o644]);
  expect(await modeOf(recordingsDir)).toBe(0o700);
  expect(messages).toEqual([expect.stringContaining(dataDir)]);
});

test('a directory of all users, such as /tmp, stays one', async () => {
  await open(dataDir, 0o1777);
  await make();
  expect(await modeOf(dataDir)).toBe(0o1777);
  expect(messages).toHaveLength(1);
});
