import { Button } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { LoadingRows } from '../../components/Loading.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { formatNumber } from '../../format/number.ts';
import { CallsFilters } from './CallsFilters.tsx';
import { CallsList } from './CallsList.tsx';
import type { CallsSearch } from './call-filters.ts';
import { distinctCalls } from './call-pages.ts';
import { callsQuery } from './call-queries.ts';
import { ExportMenu } from './ExportMenu.tsx';
import { PlaceCallButton } from './PlaceCallButton.tsx';

export function CallsPage({ search }: { search: CallsSearch }) {
  const navigate = useNavigate({ from: '/calls/' });
  const { data, error, refetch, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    ...callsQuery(search),
    placeholderData: keepPreviousData,
  });
  const calls = useMemo(() => distinctCalls(data?.pages ?? []), [data]);
  const readMore = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage]);
  const change = (changed: CallsSearch) => void navigate({ search: { ...search, ...changed }, replace: true });
  const isFiltered = Object.values(search).some((value) => value !== undefined);
  const first = data?.pages[0];
  return (
    <>
      <PageHeader
        title="Calls"
        description={first ? totalOf(first) : error ? undefined : 'Reading …'}
        actions={
          <>
            <PlaceCallButton />
            <ExportMenu search={search} disabled={calls.length === 0} />
          </>
        }
      />
      <CallsFilters search={search} onChange={change} />
      {error && !data && <ErrorState error={error} retry={() => void refetch()} />}
      {!error && !data && <LoadingRows rows={12} rowHeight={40} />}
      {data && calls.length === 0 && <NoCalls isFiltered={isFiltered} onClear={() => void navigate({ search: {} })} />}
      {calls.length > 0 && (
        <div style={{ opacity: isPlaceholderData ? 0.6 : 1 }} aria-busy={isPlaceholderData || isFetchingNextPage}>
          <CallsList calls={calls} hasMore={hasNextPage} onNearEnd={readMore} />
        </div>
      )}
    </>
  );
}

/** Beyond 10 000 they are not counted. */
function totalOf({ total, total_exact }: { total: number; total_exact: boolean }): string {
  if (!total_exact) return `More than ${formatNumber(total)} calls`;
  return total === 1 ? '1 call' : `${formatNumber(total)} calls`;
}

function NoCalls({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered) {
    return (
      <EmptyState
        icon="filter"
        title="No calls match these filters"
        action={
          <Button variant="default" onClick={onClear}>
            Clear the filters
          </Button>
        }
      >
        A call that matches shows up here as soon as there is one.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="calls" title="No calls yet" action={<PlaceCallButton />}>
      Every call that an agent places or answers is listed here while it lasts and afterwards, with its recording and
      transcript. Try one: the simulated phone answers, and no real phone rings.
    </EmptyState>
  );
}
