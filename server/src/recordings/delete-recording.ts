import { unlink } from 'node:fs/promises';
import path from 'node:path';
import { captureBeside } from '../media/recording-file.ts';
import { peaksFile } from './peaks.ts';

/** Deletes the file, what was measured of it, and the packets of the same audio. Doing it twice does nothing. */
export async function deleteRecording(recordingsDir: string, file: string): Promise<void> {
  const location = path.join(recordingsDir, file);
  for (const each of [peaksFile(location), captureBeside(location), location]) {
    await unlink(each).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }
}
