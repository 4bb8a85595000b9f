import type { ErrorBody } from '@parley/contract';
import { ConfigError, readConfig } from '../config.ts';
import { CloseStack } from '../kernel/close-stack.ts';
import { RequestError } from '../kernel/request-error.ts';
import { explainError } from '../start-error.ts';
import { accountCommands } from './accounts.ts';
import { agentCommands } from './agents.ts';
import { readArguments } from './arguments.ts';
import { callCommand } from './call.ts';
import type { Command } from './command.ts';
import { hangUpCommand } from './hang-up.ts';
import { keyCommands } from './keys.ts';
import { openDatabase } from './open-database.ts';
import { suppressionCommands } from './suppressions.ts';
import { help } from './usage.ts';

const commands: Command[] = [
  ...accountCommands,
  ...keyCommands,
  ...agentCommands,
  ...suppressionCommands,
  callCommand,
  hangUpCommand,
];

const print = (text: string) => void process.stdout.write(`${text}\n`);
const document = (value: unknown) => JSON.stringify(value, null, 2);

function unknownCommand(words: string[]): RequestError {
  const near = commands.filter(({ name }) => name.split(' ')[0] === words[0]);
  const names = (near.length > 0 ? near : commands).map(({ name }) => name).join(', ');
  const typed = words.length === 0 ? 'A command is missing' : `"${words.join(' ')}" is not a command`;
  return new RequestError('invalid_request', `${typed}: there are ${names}. --help explains them.`);
}

async function run(argv: string[], json: boolean): Promise<void> {
  const { command, words, wantsHelp, checked } = readArguments(commands, argv);
  if (wantsHelp || words[0] === 'help' || argv.length === 0) return print(help(commands));
  if (!command) throw unknownCommand(words);
  const given = checked(command);
  const closing = new CloseStack(() => {});
  try {
    const config = readConfig(process.env);
    const result = await command.run({
      ...given,
      ...(await openDatabase(config, closing, { needsService: command.needsService ?? false })),
      config,
      say: (text) => json || print(text),
    });
    print(json ? document(result.json) : result.text);
    process.exitCode = result.exitCode ?? 0;
  } finally {
    await closing.close();
  }
}

function errorBody(error: unknown): ErrorBody {
  if (error instanceof RequestError) return error.body;
  if (error instanceof ConfigError) {
    return { error: { code: 'invalid_request', message: error.message, param: error.faults[0]!.variable } };
  }
  return { error: { code: 'server_error', message: explainError(error) } };
}

const argv = process.argv.slice(2);
const json = argv.includes('--json');
try {
  await run(argv, json);
} catch (error) {
  const body = errorBody(error);
  if (json) print(document(body));
  else process.stderr.write(`parley: ${body.error.message}\n`);
  process.exitCode = 1;
}
