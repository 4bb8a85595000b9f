import { describe } from 'vitest';

/** Set by `npm test`, which has tried to install them. */
const missing = (process.env.PARLEY_MISSING_PEERS ?? '').split(',');

/** A group of tests that is skipped, and says why in its name, where one of the peers is not installed. */
export function describeWith(
  peers: ('sipp' | 'kamailio' | 'kamailio-tls' | 'baresip' | 'rtpengine' | 'linphonec' | 'espeak-ng')[],
  name: string,
  tests: () => void,
): void {
  const absent = peers.filter((peer) => missing.includes(peer));
  if (absent.length === 0) describe(name, tests);
  else describe.skip(`${name} [skipped: ${absent.join(' and ')} not installed]`, tests);
}
