import type { Config } from '../config.ts';
import { ConfigError, readConfig } from '../config.ts';
import { connectDatabase, findRunningDatabase, migrate, startEmbeddedDatabase } from '../db/index.ts';
import { CloseStack } from '../kernel/close-stack.ts';
import { explainStartError } from '../start-error.ts';
import { accountCommands } from './accounts.ts';
import { agentCommands } from './agents.ts';
import { parseArguments, UsageError } from './arguments.ts';
import { callCommand } from './call.ts';
import type { Command } from './command.ts';
import { keyCommands } from './keys.ts';

const commands: Command[] = [...accountCommands, ...keyCommands, ...agentCommands, callCommand];

function usage(): string {
  const width = Math.max(...commands.map((command) => command.usage.length));
  return [
    'parley: works beside the service, with the same environment. Every command takes --json.',
    '',
    ...commands.map((command) => `  ${command.usage.padEnd(width)}  ${command.summary}`),
  ].join('\n');
}

/** The database of the running service, or the embedded one, started for the moment. */
async function openDatabase(config: Config, closing: CloseStack) {
  const report = (message: string) => void process.stderr.write(`parley: ${message}\n`);
  let address: Parameters<typeof connectDatabase>[0] | null = config.databaseUrl ?? null;
  address ??= await findRunningDatabase(config.dataDir);
  if (address === null) {
    const embedded = await startEmbeddedDatabase({ dataDir: config.dataDir, shared: true, onProgress: report });
    closing.add('database', () => embedded.stop());
    address = embedded.connection;
  }
  const db = await connectDatabase(address, { poolSize: 3, onProgress: report });
  closing.add('database connections', () => db.close());
  await migrate(db, { onProgress: report });
  return db;
}

async function run(argv: string[]): Promise<void> {
  const parsed = parseArguments(argv);
  const command = commands.find(({ name }) => name.split(' ').every((word, index) => parsed.words[index] === word));
  if (parsed.flags.has('help') || parsed.words.length === 0) {
    process.stdout.write(`${usage()}\n`);
    return;
  }
  if (!command) throw new UsageError(`"${parsed.words.join(' ')}" is not a command\n\n${usage()}`);
  const json = parsed.flags.has('json');
  const closing = new CloseStack(() => {});
  try {
    const config = readConfig(process.env);
    const result = await command.run({
      config,
      db: await openDatabase(config, closing),
      parsed,
      words: parsed.words.slice(command.name.split(' ').length),
      say: (text) => void (json || process.stdout.write(`${text}\n`)),
    });
    process.stdout.write(json ? `${JSON.stringify(result.json, null, 2)}\n` : `${result.text}\n`);
  } finally {
    await closing.close();
  }
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  const plain = error instanceof UsageError || error instanceof ConfigError;
  process.stderr.write(`parley: ${plain ? error.message : explainStartError(error)}\n`);
  process.exitCode = 1;
}
