import { connectionTo, ping } from './ping.ts';
import { isPostmasterOf, type PostmasterFile, readPostmasterFile } from './postmaster-file.ts';

/** The server of `cluster` that runs now, ready or not; null when postmaster.pid is missing or left over. */
export async function findRunningServer(cluster: string): Promise<PostmasterFile | null> {
  const file = await readPostmasterFile(cluster);
  if (!file) return null;
  if (await isPostmasterOf(cluster, file.pid)) return file;
  // In another container on the same volume the number means nothing here, but the socket answers.
  const { state } = await ping(connectionTo(file.socketDirectory, file.port));
  return state === 'absent' ? null : file;
}
