// Run by service-process.ts: holds an embedded database until its standard input ends.
import { once } from 'node:events';
import { DatabaseStartError } from '../embedded/database-start-error.ts';
import { startEmbeddedDatabase } from '../embedded/start.ts';
import type { ServiceReport } from './service-process.ts';

const options = JSON.parse(process.argv[2]!) as { dataDir: string; shared?: boolean; fallbackDirectories?: string[] };

function report(event: ServiceReport): void {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}

try {
  const { connection, directory, adopted, stop } = await start();
  report({ type: 'ready', connection, directory, adopted });
  await once(process.stdin.resume(), 'end');
  await stop();
} catch (error) {
  if (!(error instanceof DatabaseStartError)) throw error;
  report({ type: 'failed', code: error.code, message: error.message });
}

async function start() {
  const database = await startEmbeddedDatabase({
    ...options,
    onProgress: (message) => report({ type: 'progress', message }),
  });
  const { connection, directory, adopted } = database;
  return { connection, directory, adopted, stop: () => database.stop() };
}
