import { planLimits, plans } from '../accounts/plan.ts';
import type { Command, CommandOption } from './command.ts';
import { permissions } from './permissions.ts';
import { vendors } from './vendors.ts';

/** Of what a value may be, where its name does not say it. */
const explanations: Record<string, string> = {
  PLAN: plans.join(', '),
  PERMISSIONS: `${permissions.join(', ')}; several with commas between them`,
  VENDOR: vendors.join(', '),
  NUMBER: 'a phone number such as +12025550101',
};

export function explained(value: string): string {
  return explanations[value] === undefined ? value : `${value} (${explanations[value]})`;
}

/** What every command takes. */
export const everywhere: readonly CommandOption[] = [
  { name: 'json', about: 'the answer as one JSON document' },
  { name: 'help', about: 'this explanation' },
];

function optionName({ name, value }: CommandOption): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`;
}

function optionUsage(option: CommandOption): string {
  return option.needed ? optionName(option) : `[${optionName(option)}]`;
}

export function usageOf({ name, words = [], options = [] }: Command): string {
  return [name, ...words, ...options.map(optionUsage)].join(' ');
}

function planLines(): string[] {
  return plans.map((plan) => {
    const limits =
      plan === 'enterprise'
        ? 'PARLEY_CALLS_PER_MINUTE and PARLEY_CONCURRENT_CALLS'
        : `${planLimits[plan].callsPerMinute} calls a minute, ${planLimits[plan].concurrentCalls} at once`;
    return `  ${plan.padEnd(10)}  ${limits}`;
  });
}

/** How a command, or one of several with the same first word, is typed and what it does. */
export function help(commands: readonly Command[]): string {
  const [only] = commands.length === 1 ? commands : [];
  const usages = commands.flatMap((command) => [`  ${usageOf(command)}`, `      ${command.summary}`]);
  return [...usages, '', ...(only ? optionLines(only) : []), ...valueLines(commands)].join('\n').trimEnd();
}

export function generalHelp(commands: readonly Command[]): string {
  return [
    'parley works beside the service, on the data in PARLEY_DATA_DIR (or DATABASE_URL). Every command takes --json: then',
    'its answer, or what went wrong as {"error": {"code", "message", "param"}}, is one JSON document on standard output.',
    '--help after a command explains its options; --version tells the version.',
    '',
    help(commands),
  ].join('\n');
}

function optionLines({ options = [] }: Command): string[] {
  const rows = [...options, ...everywhere].map((option) => ({ usage: optionName(option), about: option.about }));
  const width = Math.max(...rows.map(({ usage }) => usage.length));
  return [...rows.map(({ usage, about }) => `  ${usage.padEnd(width)}  ${about}`), ''];
}

/** Of what the usage calls by a name alone. */
function valueLines(commands: readonly Command[]): string[] {
  const names = commands.flatMap(({ words = [], options = [] }) => [...words, ...options.map(({ value }) => value)]);
  return [
    ...(names.includes('PLAN') ? ['PLAN is one of', ...planLines()] : []),
    ...(names.includes('VENDOR') ? [`VENDOR is one of ${vendors.join(', ')}`] : []),
    ...(names.includes('PERMISSIONS')
      ? ['PERMISSIONS are one or more, with commas between them, of', ...permissions.map((name) => `  ${name}`)]
      : []),
  ];
}
