import { setTimeout as delay } from 'node:timers/promises';
import { isPublicAddress } from '../kernel/address-guard.ts';
import type { AskedTrunk, TrunkProbe, TrunkServer } from './probe-trunk.ts';
import type { TrunkTarget } from './trunk-target.ts';

/** Longer than it takes to connect in vain, and to wait for an answer in vain. */
const LONGEST_MS = 11_000;

/**
 * Asks private addresses so that only a SIP server shows: a port that is closed, one that is filtered, and one at which
 * something else listens look alike and take equally long. The tests of a trunk are no way to search the operator's network.
 */
export function quietProbe(probe: TrunkProbe, longestMs = LONGEST_MS): TrunkProbe {
  return {
    ownAddress: (server) => probe.ownAddress(server),
    serversOf: (target) => probe.serversOf(target),
    connect: async (target, server) => (isPublicAddress(server.address) ? probe.connect(target, server) : []),
    options: (target, server, credentials) =>
      quietly({ probe, target, server, longestMs }, () => probe.options(target, server, credentials)),
    askRegistrar: (target, server, credentials) =>
      quietly({ probe, target, server, longestMs }, () => probe.askRegistrar(target, server, credentials)),
  };
}

interface Asking {
  probe: TrunkProbe;
  target: TrunkTarget;
  server: TrunkServer;
  longestMs: number;
}

async function quietly(
  { probe, target, server, longestMs }: Asking,
  ask: () => Promise<AskedTrunk>,
): Promise<AskedTrunk> {
  if (isPublicAddress(server.address)) return ask();
  const over = delay(longestMs);
  const connected = await probe.connect(target, server);
  const answer = connected.every(({ ok }) => ok) ? await ask() : 'timeout';
  if (typeof answer === 'object' && 'status' in answer) return answer;
  await over;
  return 'timeout';
}
