import { Permission } from '@parley/contract';
import { planLimits, plans } from '../accounts/plan.ts';
import type { Command, CommandOption } from './command.ts';

/** Of what a value may be, where its name does not say it. */
const explanations: Record<string, string> = {
  PLAN: plans.join(', '),
  PERMISSIONS: `${Permission.options.join(', ')}; several with commas between them`,
  NUMBER: 'a phone number such as +12025550101',
};

export function explained(value: string): string {
  return explanations[value] === undefined ? value : `${value} (${explanations[value]})`;
}

function optionUsage({ name, value, needed }: CommandOption): string {
  const text = value === undefined ? `--${name}` : `--${name} ${value}`;
  return needed ? text : `[${text}]`;
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

export function help(commands: readonly Command[]): string {
  return [
    'parley works beside the service, with the same environment. Every command takes --json: then its answer, or what',
    'went wrong as {"error": {"code", "message", "param"}}, is one JSON document on standard output.',
    '',
    ...commands.flatMap((command) => [`  ${usageOf(command)}`, `      ${command.summary}`]),
    '',
    'PLAN is one of',
    ...planLines(),
    'PERMISSIONS are one or more, with commas between them, of',
    ...Permission.options.map((permission) => `  ${permission}`),
  ].join('\n');
}
