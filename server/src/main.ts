import { type App, startApp } from './app.ts';
import { ConfigError, readConfig } from './config.ts';
import { checkOnMachine } from './machine.ts';
import { explainStartError } from './start-error.ts';
import { configWarnings } from './warnings.ts';
import { welcome } from './welcome.ts';

const say = (text: string) => process.stdout.write(`${text}\n`);
const fail = (text: string): never => {
  process.stderr.write(`parley: ${text}\n`);
  process.exit(1);
};

// Whoever read what is printed here may be gone before the last calls are ended: they are ended all the same.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});

/** What reaches a process group comes to this process twice: by itself, and handed on by whoever started it. */
const SAME_SIGNAL_MS = 1000;

// What is written to disk is the owner's alone, whichever part writes it.
process.umask(0o077);

let app: App | undefined;
let stoppingSinceMs: number | null = null;

/** The first signal says goodbye in every call; a second one does not wait for the goodbyes. */
async function stop(signal: string): Promise<void> {
  if (stoppingSinceMs !== null) {
    if (performance.now() - stoppingSinceMs > SAME_SIGNAL_MS) process.exit(130);
    return;
  }
  stoppingSinceMs = performance.now();
  say(`parley: ${signal}: ending live calls and stopping …`);
  await app?.close();
  process.exit(0);
}

process.on('SIGINT', () => void stop('SIGINT'));
process.on('SIGTERM', () => void stop('SIGTERM'));
// Of scripts/run.mjs, which holds the terminal: without it nobody could stop this process any more.
process.once('disconnect', () => {
  if (stoppingSinceMs === null) void stop('started by a process that is gone');
});

try {
  const config = readConfig(process.env);
  await checkOnMachine(config);
  for (const warning of configWarnings(process.env, config)) process.stderr.write(`parley: ${warning}\n`);
  app = await startApp(config, (message) => say(`parley: ${message}`));
  say(welcome(app, config.firstApiKey));
} catch (error) {
  fail(error instanceof ConfigError ? error.message : explainStartError(error));
}
