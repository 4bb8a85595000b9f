import { BlockedAddressError, refusePrivate } from '../kernel/address-guard.ts';
import type { Config } from './config.ts';
import { variableNames } from './environment.ts';

/** Variables that the service does not read: the examples'. */
const unrelated = new Set(['PARLEY_BASE_URL']);

/** What is permitted, and hardly what was meant. No values: some are secret. */
export function configWarnings(environment: Record<string, string | undefined>, { webhook }: Config): string[] {
  const warnings = Object.keys(environment)
    .filter((name) => name.startsWith('PARLEY_') && environment[name] !== '')
    .filter((name) => !variableNames.includes(name) && !unrelated.has(name))
    .map((name) => `${name} is no variable of Parley and does nothing; the nearest one is ${nearestVariable(name)}.`);
  if (webhook.url === undefined && webhook.secret !== undefined) {
    warnings.push('PARLEY_WEBHOOK_SECRET does nothing without PARLEY_WEBHOOK_URL.');
  }
  if (webhook.url !== undefined) {
    try {
      refusePrivate(new URL(webhook.url), webhook.allowPrivate);
    } catch (error) {
      if (!(error instanceof BlockedAddressError)) throw error;
      warnings.push(`Nothing will be sent to PARLEY_WEBHOOK_URL: ${error.message}`);
    }
  }
  return warnings;
}

function nearestVariable(name: string): string {
  const withoutPrefix = name.replace('PARLEY_', '');
  if (variableNames.includes(withoutPrefix)) return withoutPrefix;
  const ranked = variableNames
    .filter((known) => known.startsWith('PARLEY_'))
    .map((known) => ({ known, edits: editsBetween(name, known) }));
  return ranked.reduce((best, other) => (other.edits < best.edits ? other : best)).known;
}

/** How many characters are to be added and removed. An exchange is both: words are left out more often than mistyped. */
function editsBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, character] of [...from].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= to.length; column += 1) {
      const exchanged = row[column - 1]! + (to[column - 1] === character ? 0 : 2);
      next.push(Math.min(exchanged, row[column]! + 1, next[column - 1]! + 1));
    }
    row = next;
  }
  return row[to.length]!;
}
