import type { Leg } from '../carriers/carrier.ts';
import type { Signalling } from '../carriers/signalling.ts';
import { within } from '../kernel/within.ts';
import { joinedSignalling } from './joined-signalling.ts';

/** How long the signalling of a call that is over waits for the response to our BYE; what comes later is added. */
const LAST_MESSAGES_MS = 500;

/**
 * Stores what was signalled about a leg that is over: once soon, and, where something is still awaited by then, again when the
 * last response has come or will not.
 * @param legs the leg, behind those that could not take the call before it
 * @param hangup settles when the network has acknowledged our BYE or CANCEL, or will not
 */
export async function keepSignalling(
  legs: readonly Pick<Leg, 'signalling'>[],
  hangup: Promise<void>,
  store: (signalling: Signalling) => Promise<void>,
): Promise<void> {
  if (!legs.at(-1)?.signalling) return;
  const signalling = () => joinedSignalling(legs.flatMap((leg) => leg.signalling?.() ?? []));
  const isOver = await within(LAST_MESSAGES_MS, hangup);
  await store({ ...signalling(), isOver });
  if (isOver) return;
  const keep = () => store({ ...signalling(), isOver: true });
  void hangup.then(keep, keep);
}
