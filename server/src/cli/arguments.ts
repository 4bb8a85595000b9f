import { parseArgs } from 'node:util';

/** What the person typed is not a command; the message says what would be. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export interface ParsedArguments {
  words: string[];
  options: Record<string, string | undefined>;
  flags: Set<string>;
}

const textOptions = [
  'name',
  'plan',
  'account',
  'permissions',
  'expires-in',
  'overlap',
  'file',
  'agent',
  'from',
  'variables',
] as const;
const flagOptions = ['json', 'watch', 'help'] as const;

export function parseArguments(argv: string[]): ParsedArguments {
  try {
    const { values, positionals } = parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        ...Object.fromEntries(textOptions.map((name) => [name, { type: 'string' as const }])),
        ...Object.fromEntries(flagOptions.map((name) => [name, { type: 'boolean' as const }])),
      },
    });
    const entries = Object.entries(values);
    return {
      words: positionals,
      options: Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string')),
      flags: new Set(entries.filter(([, value]) => value === true).map(([name]) => name)),
    };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

export function required(parsed: ParsedArguments, name: string): string {
  const value = parsed.options[name];
  if (value === undefined || value === '') throw new UsageError(`--${name} is missing`);
  return value;
}
