import { createHash } from 'node:crypto';
import { isPostmasterOf } from './postmaster-file.ts';
import { listProcesses } from './processes.ts';

/** Part of the title of each of the server's processes: "postgres: parley-6f1c…: checkpointer". */
export function clusterName(cluster: string): string {
  return `parley-${createHash('sha256').update(cluster).digest('hex').slice(0, 16)}`;
}

/**
 * Ends the backends of `cluster` whose server is dead and who hold its shared memory still, so that no server can start:
 * frozen ones, or ones that are caught in a system call. What they had not committed is lost with their server anyhow,
 * and recovery repairs a page that was written by half.
 */
export async function endOrphans(cluster: string, report: (message: string) => void): Promise<void> {
  for (const { pid, parent, command } of await listProcesses()) {
    if (!command.startsWith(`postgres: ${clusterName(cluster)}:`)) continue;
    if (await isPostmasterOf(cluster, parent)) continue;
    report(`Ending process ${pid}, left over from a PostgreSQL that was killed in ${cluster}`);
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}
