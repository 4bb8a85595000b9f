import { Button, Group, Text } from '@mantine/core';
import type { ListedSession } from '@parley/contract';
import { useSuspenseQuery } from '@tanstack/react-query';
import { confirm } from '../../components/confirm.ts';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { TimeText } from '../../components/TimeText.tsx';
import { sessionsQuery } from './sessions-query.ts';
import { useEndOtherSessions } from './use-end-other-sessions.ts';
import { useEndSession } from './use-end-session.ts';

export function SessionsPage() {
  const { data: sessions } = useSuspenseQuery(sessionsQuery);
  const end = useEndSession();
  const endOthers = useEndOtherSessions();
  const columns: Column<ListedSession>[] = [
    {
      key: 'agent',
      header: 'Browser',
      cell: ({ agent, current }) => (
        <Group gap={8}>
          <Text size="sm" fw={500}>
            {agent}
          </Text>
          {current && <StatusBadge tone="good">This one</StatusBadge>}
        </Group>
      ),
    },
    { key: 'address', header: 'Address', cell: ({ address }) => address },
    { key: 'seen', header: 'Last used', cell: ({ last_seen_at: at }) => <TimeText at={at} style="ago" /> },
    { key: 'began', header: 'Signed in', cell: ({ created_at: at }) => <TimeText at={at} /> },
    { key: 'ends', header: 'Ends', cell: ({ expires_at: at }) => <TimeText at={at} style="ago" /> },
    {
      key: 'end',
      header: 'End',
      hideHeader: true,
      align: 'end',
      width: '6rem',
      cell: ({ current, session_id: id, agent }) =>
        current ? null : (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={`End the session of ${agent}`}
            onClick={() => end.mutate(id)}
          >
            End
          </Button>
        ),
    },
  ];
  return (
    <>
      <PageHeader
        title="Sessions"
        description="Where you are signed in. A session ends after a day without use, and after two weeks in any case."
        actions={
          sessions.total > 1 && (
            <Button
              variant="default"
              loading={endOthers.isPending}
              onClick={() =>
                confirm({
                  title: 'Sign out everywhere else?',
                  consequence: 'All other sessions end immediately.',
                  action: 'Sign out there',
                  onConfirm: () => endOthers.mutate(),
                })
              }
            >
              Sign out everywhere else
            </Button>
          )
        }
      />
      <DataTable label="Sessions" columns={columns} rows={sessions.data} rowKey={({ session_id: id }) => id} />
    </>
  );
}
