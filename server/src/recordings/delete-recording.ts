import { unlink } from 'node:fs/promises';
import path from 'node:path';
import { peaksFile } from './peaks.ts';

/** Deletes the file and what was measured of it. Doing it twice does nothing. */
export async function deleteRecording(recordingsDir: string, file: string): Promise<void> {
  const location = path.join(recordingsDir, file);
  for (const each of [peaksFile(location), location]) {
    await unlink(each).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }
}
