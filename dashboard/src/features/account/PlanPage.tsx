import { Card, Group, Progress, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Copyable } from '../../components/Copyable.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { formatNumber } from '../../format/number.ts';
import { useSession } from '../session/use-session.ts';
import { usageQuery } from './usage-query.ts';

const planNames = { starter: 'Starter', growth: 'Growth', business: 'Business', enterprise: 'Enterprise' };

export function PlanPage() {
  const { data: usage } = useSuspenseQuery(usageQuery);
  const { account } = useSession();
  const { calls_per_minute: rate, concurrent_calls: concurrent } = usage;
  const resetIn = rate.reset_in > 0 ? `The next call can start in ${rate.reset_in} s.` : 'In any 60 seconds.';
  return (
    <>
      <PageHeader
        title="Plan and limits"
        description={`The account is on ${planNames[usage.plan]}. These are current values.`}
      />
      <Stack gap="lg">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Meter title="Calls a minute" used={rate.used} limit={rate.limit} note={resetIn} />
          <Meter
            title="Calls at once"
            used={concurrent.used}
            limit={concurrent.limit}
            note="Calls in progress, including inbound calls."
          />
        </SimpleGrid>
        <SimpleGrid cols={{ base: 2, sm: 4 }}>
          <Figure title="Calls today" value={usage.calls_today} />
          <Figure title="Minutes today" value={usage.minutes_today} />
          <Figure title="API keys" value={usage.keys} />
          <Figure title="Users" value={usage.users} />
        </SimpleGrid>
        <Card>
          <Title order={2} size="h4" mb={4}>
            Another plan
          </Title>
          <Text size="sm" c="dimmed" mb="sm">
            The operator changes the plan, on the host of this installation. It takes effect at once and ends no live
            call. Starter permits 10 calls a minute and 1 at once, Growth 60 and 3, Business 200 and 10; Enterprise has
            figures of its own.
          </Text>
          <Copyable
            value={`npm run -s parley -- accounts set-plan ${account.account_id} business`}
            label="Copy the command"
            block
          />
        </Card>
      </Stack>
    </>
  );
}

interface MeterProps {
  title: string;
  used: number;
  limit: number;
  note: string;
}

function Meter({ title, used, limit, note }: MeterProps) {
  const share = limit === 0 ? 100 : Math.min(100, (100 * used) / limit);
  return (
    <Card>
      <Group justify="space-between" align="baseline" mb="xs">
        <Title order={2} size="h4">
          {title}
        </Title>
        <Text size="sm">
          <Text component="span" fw={600} size="lg">
            {formatNumber(used)}
          </Text>{' '}
          of {formatNumber(limit)}
        </Text>
      </Group>
      <Progress
        value={share}
        color={share >= 100 ? 'red' : share >= 80 ? 'yellow' : 'teal'}
        aria-label={`${title}: ${used} of ${limit}`}
      />
      <Text size="sm" c="dimmed" mt="xs">
        {note}
      </Text>
    </Card>
  );
}

function Figure({ title, value }: { title: string; value: number }) {
  return (
    <Card padding="md">
      <Text size="sm" c="dimmed">
        {title}
      </Text>
      <Text size="xl" fw={600}>
        {formatNumber(value)}
      </Text>
    </Card>
  );
}
