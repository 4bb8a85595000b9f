import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ErrorState } from '../../components/ErrorState.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { formatTime } from '../../format/time.ts';
import { AnalyticsFilters } from './AnalyticsFilters.tsx';
import classes from './AnalyticsPage.module.css';
import { analyticsQuery } from './analytics-query.ts';
import type { AnalyticsSearch } from './analytics-search.ts';
import { Breakdowns } from './Breakdowns.tsx';
import { Charts } from './Charts.tsx';
import { Groups } from './Groups.tsx';
import { LoadingCharts } from './LoadingCharts.tsx';
import { NoFigures } from './NoFigures.tsx';
import { Totals } from './Totals.tsx';

export function AnalyticsPage({ search }: { search: AnalyticsSearch }) {
  const navigate = useNavigate({ from: '/analytics' });
  const { data, error, refetch, isPlaceholderData } = useQuery(analyticsQuery(search));
  const change = (changed: AnalyticsSearch) =>
    void navigate({ search: { ...search, ...changed }, replace: true, resetScroll: false });
  return (
    <>
      <PageHeader
        title="Analytics"
        description={data ? `Calls that are over, counted until ${formatTime(data.counted_until)}` : 'Reading …'}
      />
      <AnalyticsFilters search={search} onChange={change} />
      {error && !data && <ErrorState error={error} retry={() => void refetch()} />}
      {!error && !data && <LoadingCharts />}
      {data && data.totals.calls === 0 && <NoFigures search={search} onClear={() => void navigate({ search: {} })} />}
      {data && data.totals.calls > 0 && (
        <div className={classes.page} data-stale={isPlaceholderData || undefined} aria-busy={isPlaceholderData}>
          <Totals totals={data.totals} />
          <Charts analytics={data} />
          <Breakdowns totals={data.totals} search={search} />
          {data.group_by !== 'none' && <Groups analytics={data} />}
        </div>
      )}
    </>
  );
}
