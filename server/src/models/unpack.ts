/// <reference path="./unbzip2-stream.d.ts" />
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { extract, type ReadEntry } from 'tar';
import unbzip2 from 'unbzip2-stream';
import { RequestError } from '../kernel/request-error.ts';

/**
 * Unpacks the files that are wanted, without the directory that the archive has around them. Links and devices are left
 * out, and a file cannot leave the directory, whatever it is called. @throws RequestError
 */
export async function unpack(archive: string, directory: string, isWanted: (name: string) => boolean): Promise<void> {
  const target = extract({
    cwd: directory,
    strip: 1,
    strict: true,
    noChmod: true,
    preservePaths: false,
    filter: (name, entry) => {
      const parts = name.replace(/^\.\//, '').split('/');
      const inner = parts.slice(1).join('/');
      const { type } = entry as ReadEntry;
      return (type === 'File' || type === 'OldFile') && inner !== '' && !parts.includes('..') && isWanted(inner);
    },
  });
  try {
    await pipeline(createReadStream(archive), unbzip2(), target);
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code === 'ENOSPC')
      throw new RequestError(
        'unprocessable',
        `The disk of ${directory} is full. Make room, and run the command again.`,
      );
    throw new RequestError(
      'unprocessable',
      `The archive cannot be unpacked: ${message}. Run the command again with --force.`,
    );
  }
}
