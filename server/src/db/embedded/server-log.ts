import { constants } from 'node:fs';
import { type FileHandle, open, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { runsAsRoot } from './server-user.ts';

/** One older file is kept beside it. */
const ROTATE_ABOVE_BYTES = 10 * 1024 * 1024;

/** How much of a failed start is read back. */
const TAIL_BYTES = 8 * 1024;

/** PostgreSQL's own log, opened for one start of the server; the server keeps writing after `close`. */
export class ServerLog {
  readonly #handle: FileHandle;
  readonly #startBytes: number;

  private constructor(handle: FileHandle, startBytes: number) {
    this.#handle = handle;
    this.#startBytes = startBytes;
  }

  static async open(file: string): Promise<ServerLog> {
    const size = (await stat(file).catch(() => null))?.size ?? 0;
    if (size > ROTATE_ABOVE_BYTES) await rename(file, `${file}.1`);
    const { O_APPEND, O_CREAT, O_NOFOLLOW, O_RDWR } = constants;
    const handle = await open(file, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600);
    // Started once with sudo, an ordinary user's log must stay that user's.
    const owner = await stat(path.dirname(file));
    if (runsAsRoot()) await handle.chown(owner.uid, owner.gid);
    return new ServerLog(handle, (await handle.stat()).size);
  }

  /** For `spawn`: the server inherits it, so it needs no right to the file itself. */
  get descriptor(): number {
    return this.#handle.fd;
  }

  /** The end of what was written since `open`. */
  async tail(): Promise<string> {
    const { size } = await this.#handle.stat();
    const from = Math.max(this.#startBytes, size - TAIL_BYTES);
    const { buffer, bytesRead } = await this.#handle.read(Buffer.alloc(size - from), 0, size - from, from);
    return buffer.toString('utf8', 0, bytesRead);
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}
