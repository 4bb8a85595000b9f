import { readFile } from 'node:fs/promises';
import type { ErrorBody } from '@parley/contract';
import { explainError } from '../start/start-error.ts';
import { readArguments } from './arguments.ts';
import type { Command } from './command.ts';
import { CommandError } from './command-error.ts';
import { commands } from './commands.ts';
import { execute } from './execute.ts';
import { progressLine } from './progress-line.ts';
import { generalHelp, help } from './usage.ts';

process.umask(0o077);

const print = (text: string) => void process.stdout.write(`${text}\n`);
const document = (value: unknown) => JSON.stringify(value, null, 2);

function commandsLike(words: string[]): Command[] {
  return commands.filter(({ name }) => name.split(' ')[0] === words[0]);
}

function unknownCommand(words: string[]): CommandError {
  const near = commandsLike(words);
  const names = (near.length > 0 ? near : commands).map(({ name }) => name).join(', ');
  const typed = words.length === 0 ? 'A command is missing' : `"${words.join(' ')}" is not a command`;
  return new CommandError('invalid_request', `${typed}: there are ${names}. --help explains them.`);
}

/** Of the command that was typed, of those that begin as it does, or of all. */
function helpFor(command: Command | undefined, words: string[]): string {
  if (command) return help([command]);
  const near = commandsLike(words);
  return near.length > 0 ? help(near) : generalHelp(commands);
}

async function version(): Promise<string> {
  const manifest = await readFile(new URL('../../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}

async function run(argv: string[], json: boolean): Promise<void> {
  const { command, words, wantsHelp, wantsVersion, checked } = readArguments(commands, argv);
  if (wantsVersion) return print(await version());
  if (wantsHelp || argv.length === 0) return print(helpFor(command, words));
  if (!command) throw unknownCommand(words);
  const report = { say: (text: string) => json || print(text), progress: json ? () => {} : progressLine() };
  const result = await execute(command, checked(command), process.env, report);
  print(json ? document(result.json) : result.text);
  process.exitCode = result.exitCode ?? 0;
}

/** Errors of the service's parts are known by their names: to load their classes would take longer than most commands. */
function errorBody(error: unknown): ErrorBody {
  if (error instanceof Error && ['CommandError', 'RequestError'].includes(error.name) && 'body' in error) {
    return error.body as ErrorBody;
  }
  if (error instanceof Error && error.name === 'ConfigError' && 'faults' in error) {
    const [fault] = error.faults as { variable: string }[];
    return { error: { code: 'invalid_request', message: error.message, param: fault!.variable } };
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
