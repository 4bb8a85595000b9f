import { Button, Group, Text } from '@mantine/core';
import { formatNumber } from '../format/number.ts';

interface PagesProps {
  /** From 1. */
  page: number;
  perPage: number;
  list: { total?: number; total_exact?: boolean; has_more: boolean; data: readonly unknown[] };
  onPage: (page: number | undefined) => void;
}

/** Below a list: where one is in it, and the way on. Nothing where all of it fits. */
export function Pages({ page, perPage, list, onPage }: PagesProps) {
  if (page === 1 && !list.has_more) return null;
  const first = (page - 1) * perPage + 1;
  const total =
    list.total === undefined ? '' : ` of ${list.total_exact === false ? 'more than ' : ''}${formatNumber(list.total)}`;
  return (
    <Group justify="space-between" mt="md" component="nav" aria-label="Pages">
      <Text size="sm" c="dimmed">
        {formatNumber(first)} to {formatNumber(first + list.data.length - 1)}
        {total}
      </Text>
      <Group gap="xs">
        <Button
          variant="default"
          size="xs"
          disabled={page === 1}
          onClick={() => onPage(page === 2 ? undefined : page - 1)}
        >
          Previous
        </Button>
        <Button variant="default" size="xs" disabled={!list.has_more} onClick={() => onPage(page + 1)}>
          Next
        </Button>
      </Group>
    </Group>
  );
}
