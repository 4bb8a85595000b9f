import { open, readFile, rm } from 'node:fs/promises';
import { RequestError } from '../kernel/request-error.ts';

/** Does the work while no other process does it. What a process that is gone has left is taken over. @throws RequestError */
export async function whileLocked<T>(file: string, name: string, work: () => Promise<T>): Promise<T> {
  await lock(file, name);
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

async function lock(file: string, name: string): Promise<void> {
  for (;;) {
    try {
      const handle = await open(file, 'wx');
      await handle.write(String(process.pid));
      await handle.close();
      return;
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
    }
    const holder = Number(await readFile(file, 'utf8').catch(() => ''));
    if (isAlive(holder)) {
      const message = `${name} is being pulled by another process (${holder}). Wait until it has ended.`;
      throw new RequestError('conflict', message, { param: 'name' });
    }
    await rm(file, { force: true });
  }
}

function isAlive(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'EPERM';
  }
}
