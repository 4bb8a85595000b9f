import { Agent } from 'undici';
import { guardedLookup } from './address-guard.ts';

/** Connects only where every resolved address is public. */
export function guardedAgent({ allowPrivate }: { allowPrivate: boolean }): Agent {
  const lookup = allowPrivate ? {} : { lookup: guardedLookup };
  // As many connections as there are deliveries: many webhooks of many accounts may lead to one host, and one that
  // hangs must not hold up the others.
  return new Agent({ connect: { timeout: 5000, ...lookup }, headersTimeout: 15_000, bodyTimeout: 15_000 });
}
