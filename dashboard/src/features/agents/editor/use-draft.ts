import type { Agent, AgentDraft } from '@parley/contract';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { DraftKeeper, type DraftState } from './draft-keeper.ts';
import { draftStoreOf } from './draft-store.ts';

/** Last saves of editors that were left. */
const leaving = new Map<string, Promise<void>>();

/** Before a draft is read: what was typed a moment ago is in it. */
export async function untilLeft(agentId: string): Promise<void> {
  await leaving.get(agentId);
}

/** What is typed in this editor. It is saved when the editor is left; the browser asks when that is not possible any more. */
export function useDraft(agent: Agent, draft: AgentDraft | null): { keeper: DraftKeeper; state: DraftState } {
  const { agent_id: agentId } = agent;
  const [keeper] = useState(() => new DraftKeeper(agent, draft, draftStoreOf(agentId)));
  const state = useSyncExternalStore(keeper.subscribe, keeper.getState);
  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!keeper.hasUnsaved) return;
      void keeper.flush();
      event.preventDefault();
    };
    window.addEventListener('beforeunload', onUnload);
    return () => {
      window.removeEventListener('beforeunload', onUnload);
      leaving.set(
        agentId,
        keeper.flush().finally(() => leaving.delete(agentId)),
      );
    };
  }, [keeper, agentId]);
  return { keeper, state };
}
