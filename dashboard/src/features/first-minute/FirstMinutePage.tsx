import { Button, Group, Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../../components/EmptyState.tsx';
import { NoPermission } from '../../components/NoPermission.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { agentsQuery } from '../calls/agent-names.ts';
import { useCan, useSession } from '../session/use-session.ts';
import { HearCall } from './HearCall.tsx';
import { TakeKey } from './TakeKey.tsx';
import { TalkYourself } from './TalkYourself.tsx';

/** What a newcomer does before anything else: hears a call, talks in one, and takes the key. */
export function FirstMinutePage() {
  const { data: agents } = useSuspenseQuery(agentsQuery);
  const { user } = useSession();
  const canCall = useCan('calls:write');
  const canMakeKeys = useCan('keys:write');
  const agent = agents.data.find(({ status }) => status === 'active');
  return (
    <>
      <PageHeader
        title="Your first minute"
        heading={`Welcome, ${user.name.split(' ')[0]}`}
        description="Hear an agent on the telephone, talk to it yourself, then call it from your own program."
      />
      {!canCall && <NoPermission permission="calls:write" />}
      {canCall && agent === undefined && (
        <EmptyState icon="agents" title="There is no active agent">
          Create one, or activate one, then come back.
        </EmptyState>
      )}
      {canCall && agent !== undefined && (
        <Stack gap="lg" maw={760}>
          <HearCall agent={agent} />
          <TalkYourself agent={agent} />
          {canMakeKeys && <TakeKey agent={agent} />}
          <Group>
            <Button component={Link} to="/" variant="default">
              Go to Home
            </Button>
            <Text size="sm" c="dimmed">
              You can find all of this again under Home.
            </Text>
          </Group>
        </Stack>
      )}
    </>
  );
}
