import type { Agent, AgentDraft } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { DraftKeeper, type DraftState } from './draft-keeper.ts';
import { agentDraftQuery } from './draft-query.ts';
import { draftStoreOf } from './draft-store.ts';
import { leave } from './leaving.ts';

/** What is typed in this editor. It is saved when the editor is left; the browser asks when that is not possible any more. */
export function useDraft(agent: Agent, draft: AgentDraft | null): { keeper: DraftKeeper; state: DraftState } {
  const { agent_id: agentId } = agent;
  const client = useQueryClient();
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
      leave(agentId, keeper.flush());
      // The next editor begins with what is stored then.
      client.removeQueries(agentDraftQuery(agentId));
    };
  }, [keeper, agentId, client]);
  return { keeper, state };
}
