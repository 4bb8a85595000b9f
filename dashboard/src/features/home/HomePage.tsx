import { Card, Stack, Text, Title } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { LoadingRows } from '../../components/Loading.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { useSession } from '../session/use-session.ts';
import { Figures } from './Figures.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { HomeActions } from './HomeActions.tsx';
import { homeQuery } from './home-query.ts';
import { Problems } from './Problems.tsx';
import { SimulatedNotice } from './SimulatedNotice.tsx';

// Most visits do not need the table.
const LiveCalls = lazy(() => import('./LiveCalls.tsx'));

export function HomePage() {
  const { data: home } = useSuspenseQuery(homeQuery());
  const { account, simulated } = useSession();
  return (
    <>
      <PageHeader title="Home" description={account.name} actions={<HomeActions />} />
      <Stack gap="lg">
        {simulated && <SimulatedNotice />}
        <FirstSteps steps={home.first_steps} />
        <Figures today={home.today} yesterday={home.yesterday} />
        <Card component="section" aria-labelledby="live-now">
          <Title order={2} size="h4" id="live-now" mb="sm">
            Live now{' '}
            <Text span c="dimmed" inherit fw={400}>
              {home.live.total}
            </Text>
          </Title>
          {home.live.total === 0 ? (
            <Text size="sm" c="dimmed">
              No live calls. Calls appear here while they are in progress.
            </Text>
          ) : (
            <Suspense fallback={<LoadingRows rows={home.live.data.length} />}>
              <LiveCalls live={home.live} />
            </Suspense>
          )}
        </Card>
        <Card component="section" aria-labelledby="problems">
          <Title order={2} size="h4" id="problems" mb="sm">
            What went wrong
          </Title>
          <Problems problems={home.problems} />
        </Card>
      </Stack>
    </>
  );
}
