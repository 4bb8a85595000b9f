import { useSuspenseQuery } from '@tanstack/react-query';
import { useCan } from '../../session/use-session.ts';
import { agentQuery } from '../agent-query.ts';
import { agentDraftQuery } from './draft-query.ts';
import { Editor } from './Editor.tsx';

export function EditorPage({ agentId }: { agentId: string }) {
  return useCan('agents:write') ? <WithDraft key={agentId} agentId={agentId} /> : <ReadOnly agentId={agentId} />;
}

function WithDraft({ agentId }: { agentId: string }) {
  const { data: agent } = useSuspenseQuery(agentQuery(agentId));
  const { data: stored } = useSuspenseQuery(agentDraftQuery(agentId));
  return <Editor agent={agent} draft={stored.draft} />;
}

function ReadOnly({ agentId }: { agentId: string }) {
  const { data: agent } = useSuspenseQuery(agentQuery(agentId));
  return <Editor key={agent.version} agent={agent} draft={null} isReadOnly />;
}
