import type { Principal } from '../../kernel/principal.ts';

/** The user behind a request to an endpoint that takes no key. */
export function signedInUser({ actor }: Principal): { userId: string; sessionId: string } {
  if (actor.type !== 'user') throw new Error(`an endpoint for users was reached by a ${actor.type}`);
  return { userId: actor.id, sessionId: actor.sessionId };
}
