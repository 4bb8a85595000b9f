import { Button } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { Icon } from '../../../components/Icon.tsx';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { useCan } from '../../session/use-session.ts';
import { agentsQuery } from '../agents-query.ts';
import { AgentTable } from './AgentTable.tsx';

export function AgentsPage() {
  const { data: agents } = useSuspenseQuery(agentsQuery);
  const canWrite = useCan('agents:write');
  const create = canWrite && (
    <Button renderRoot={(props) => <Link to="/agents/new" {...props} />} leftSection={<Icon name="plus" />}>
      New agent
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Agents"
        description="The agents that talk on your calls, with prompt, voice and behavior."
        actions={create}
      />
      {agents.total === 0 ? (
        <EmptyState icon="agents" title="No agents yet" action={create}>
          An agent talks on your calls. Start from a template and change the text.
        </EmptyState>
      ) : (
        <AgentTable agents={agents.data} />
      )}
    </>
  );
}
