import { Button } from '@mantine/core';
import { EmptyState } from '../../components/EmptyState.tsx';
import { PlaceCallButton } from '../calls/PlaceCallButton.tsx';
import type { AnalyticsSearch } from './analytics-search.ts';

/** Where nothing is counted: what will be, and how to get there. */
export function NoFigures({ search, onClear }: { search: AnalyticsSearch; onClear: () => void }) {
  const isFiltered = Object.values(search).some((value) => value !== undefined);
  if (isFiltered) {
    return (
      <EmptyState
        icon="filter"
        title="No matching calls ended in this period"
        action={
          <Button variant="default" onClick={onClear}>
            Show the last 7 days of everything
          </Button>
        }
      >
        Choose a longer period or remove a filter.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="analytics" title="No calls ended in the last 7 days" action={<PlaceCallButton />}>
      How many calls were answered, how they went, how long they took and how fast agents responded is shown here, from
      the first call on: in all, over time, and by agent, batch and number.
    </EmptyState>
  );
}
