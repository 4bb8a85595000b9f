/** Last saves of editors that were left. */
const leaving = new Map<string, Promise<void>>();

/** An editor is left: `saved` resolves when what was typed is kept, or cannot be. */
export function leave(agentId: string, saved: Promise<void>): void {
  const settled = saved.finally(() => {
    if (leaving.get(agentId) === settled) leaving.delete(agentId);
  });
  leaving.set(agentId, settled);
}

/** Before a draft is read: what was typed a moment ago is in it. */
export async function untilLeft(agentId: string): Promise<void> {
  await leaving.get(agentId);
}
