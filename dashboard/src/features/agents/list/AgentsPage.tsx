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
      <PageHeader title="Agents" description="Who talks on your calls: prompt, voice and manners." actions={create} />
      {agents.total === 0 ? (
        <EmptyState icon="agents" title="No agents yet" action={create}>
          An agent is who talks on your calls. Begin with a template and change its words.
        </EmptyState>
      ) : (
        <AgentTable agents={agents.data} />
      )}
    </>
  );
}
