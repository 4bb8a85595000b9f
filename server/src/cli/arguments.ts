import { parseArgs } from 'node:util';
import type { Arguments, Command } from './command.ts';
import { CommandError } from './command-error.ts';
import { everywhere, explained, usageOf } from './usage.ts';

function invalid(message: string, param?: string): CommandError {
  return new CommandError('invalid_request', message, param);
}

function tokensOf(commands: readonly Command[], argv: string[]) {
  const options = [...everywhere, ...commands.flatMap((command) => command.options ?? [])];
  const types = options.map(({ name, value }) => [name, { type: value === undefined ? 'boolean' : 'string' }] as const);
  return parseArgs({
    args: argv,
    allowPositionals: true,
    // Strictness is ours: it says which command knows an option.
    strict: false,
    tokens: true,
    options: Object.fromEntries([
      ...types,
      ['help', { type: 'boolean', short: 'h' }] as const,
      ['version', { type: 'boolean' }] as const,
    ]),
  }).tokens;
}

interface ReadArguments {
  /** Undefined when no command was named. */
  command: Command | undefined;
  /** The words as they were typed. */
  words: string[];
  wantsHelp: boolean;
  wantsVersion: boolean;
  /** @throws RequestError when words or options are missing, or are not the command's. */
  checked(command: Command): Arguments;
}

export function readArguments(commands: readonly Command[], argv: string[]): ReadArguments {
  const tokens = tokensOf(commands, argv);
  const typed = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []));
  const asksForHelp = typed[0] === 'help';
  const words = asksForHelp ? typed.slice(1) : typed;
  const hasOption = (name: string) => tokens.some((token) => token.kind === 'option' && token.name === name);
  const command = commands.find(({ name }) => name.split(' ').every((word, index) => words[index] === word));
  return {
    command,
    words,
    wantsHelp: asksForHelp || hasOption('help'),
    wantsVersion: command === undefined && hasOption('version'),
    checked: (chosen) => {
      const given = optionsOf(
        chosen,
        tokens.flatMap((token) => (token.kind === 'option' ? [token] : [])),
      );
      return { words: wordsOf(chosen, words.slice(chosen.name.split(' ').length)), ...given };
    },
  };
}

function wordsOf(command: Command, words: string[]): string[] {
  const needed = command.words ?? [];
  const usage = `Usage: parley ${usageOf(command)}`;
  needed.forEach((name, index) => {
    if (!words[index]) throw invalid(`${explained(name)} is missing. ${usage}`, name.toLowerCase());
  });
  const surplus = words.slice(needed.length);
  if (surplus.length > 0) throw invalid(`"${surplus.join(' ')}" is too much. ${usage}`);
  return words;
}

type OptionToken = { name: string; rawName: string; value?: string | undefined; inlineValue?: boolean | undefined };

function optionsOf(command: Command, tokens: OptionToken[]): Pick<Arguments, 'options' | 'flags'> {
  const known = [...everywhere, ...(command.options ?? [])];
  const usage = `Usage: parley ${usageOf(command)}`;
  const options: Record<string, string> = {};
  const flags = new Set<string>();
  for (const { name, rawName, value, inlineValue } of tokens) {
    const option = known.find((candidate) => candidate.name === name);
    if (!option) throw invalid(`${rawName} is not an option of "${command.name}". ${usage}`, name);
    if (flags.has(name) || options[name] !== undefined) throw invalid(`${rawName} is given twice. ${usage}`, name);
    if (option.value === undefined) {
      if (value !== undefined) throw invalid(`${rawName} takes no value. ${usage}`, name);
      flags.add(name);
      continue;
    }
    // A number below zero is a wrong value, not another option.
    const isNextOption = inlineValue === false && /^-(?!\d)/.test(value ?? '');
    if (!value || isNextOption) throw invalid(`${rawName} is without its ${explained(option.value)}. ${usage}`, name);
    options[name] = value;
  }
  for (const { name, value, needed } of known) {
    if (!needed || options[name] !== undefined) continue;
    throw invalid(`--${name} ${explained(value ?? '')} is missing. ${usage}`, name);
  }
  return { options, flags };
}
