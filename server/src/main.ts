import { startApp } from './app.ts';
import type { App } from './app-state.ts';
import { ConfigError, readConfig } from './start/config.ts';
import { checkOnHost } from './start/host.ts';
import { explainStartError } from './start/start-error.ts';
import { configWarnings } from './start/warnings.ts';
import { welcome } from './start/welcome.ts';

const say = (text: string) => process.stdout.write(`${text}\n`);
const fail = (text: string): never => {
  process.stderr.write(`parley: ${text}\n`);
  process.exit(1);
};

// The reader of this output may be gone before the last calls are ended: they are ended all the same.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});

/** What reaches a process group comes to this process twice: by itself, and handed on by the process that started it. */
const SAME_SIGNAL_MS = 1000;

// What is written to disk is the owner's alone, whichever part writes it.
process.umask(0o077);

let app: App | undefined;
let stoppingSinceMs: number | null = null;
const hurry = new AbortController();

/**
 * The first signal drains: live calls go on for a while, then the agents say farewell. A second one hangs up at once, and
 * a third one does not even wait for that.
 */
async function stop(signal: string): Promise<void> {
  const nowMs = performance.now();
  if (stoppingSinceMs !== null) {
    if (nowMs - stoppingSinceMs < SAME_SIGNAL_MS) return;
    if (hurry.signal.aborted) process.exit(130);
    stoppingSinceMs = nowMs;
    say(`parley: ${signal}: hanging up at once …`);
    hurry.abort();
    return;
  }
  stoppingSinceMs = nowMs;
  const live = app?.liveCalls ?? 0;
  const calls = live === 1 ? '1 live call' : `${live} live calls`;
  say(
    live === 0
      ? `parley: ${signal}: stopping …`
      : `parley: ${signal}: taking no more calls; ${calls} may go on for ${app!.drainS} s (the same signal again hangs up at once) …`,
  );
  await app?.drain(hurry.signal);
  process.exit(0);
}

process.on('SIGINT', () => void stop('SIGINT'));
process.on('SIGTERM', () => void stop('SIGTERM'));
// Of scripts/run.mjs, which holds the terminal: without it no terminal could stop this process any more.
process.once('disconnect', () => {
  if (stoppingSinceMs === null) void stop('started by a process that is gone');
});

try {
  const config = readConfig(process.env);
  await checkOnHost(config);
  for (const warning of configWarnings(process.env, config)) process.stderr.write(`parley: ${warning}\n`);
  app = await startApp(config, (message) => say(`parley: ${message}`));
  say(welcome(app, config.firstApiKey));
} catch (error) {
  fail(error instanceof ConfigError ? error.message : explainStartError(error));
}
