import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { captureBeside } from '../media/recording-file.ts';

/** The packets of the audio of this recording; null: they were not kept. The reader closes the file. */
export function openCapture(recordingsDir: string, recording: string): Promise<FileHandle | null> {
  return open(path.join(recordingsDir, captureBeside(recording))).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}
