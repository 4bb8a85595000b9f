import { Group, Text, Title } from '@mantine/core';
import { endReasons } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '../../format/number.ts';
import { batchEndingsQuery } from './batch-queries.ts';

/** How its calls have ended, the most frequent first. */
export function BatchEndings({ batchId, ended }: { batchId: string; ended: number }) {
  const { data } = useQuery(batchEndingsQuery(batchId, ended));
  if (!data || data.data.length === 0) return null;
  return (
    <section aria-labelledby="endings">
      <Title order={2} size="h4" mb="sm" id="endings">
        How calls ended
      </Title>
      <Group gap="lg" component="ul" style={{ listStyle: 'none', padding: 0, margin: 0 }}>
        {data.data.map(({ end_reason, calls }) => (
          <li key={end_reason}>
            <Text size="sm">
              <b>{formatNumber(calls)}</b> {endReasons[end_reason].title}
            </Text>
          </li>
        ))}
      </Group>
    </section>
  );
}
