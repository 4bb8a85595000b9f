import { Select } from '@mantine/core';
import type { AnalyticsBucket } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { agentsQuery } from '../calls/agent-names.ts';
import { TimeRangeSelect } from '../time-range/TimeRangeSelect.tsx';
import classes from './AnalyticsPage.module.css';
import { type AnalyticsSearch, analyticsPresets, DEFAULT_RANGE } from './analytics-search.ts';

interface AnalyticsFiltersProps {
  search: AnalyticsSearch;
  /** What changes; `undefined` takes a filter away. */
  onChange: (change: AnalyticsSearch) => void;
}

const buckets: { value: AnalyticsBucket; label: string }[] = [
  { value: 'hour', label: 'By hour' },
  { value: 'day', label: 'By day' },
  { value: 'week', label: 'By week' },
  { value: 'month', label: 'By month' },
];

const groups: { value: NonNullable<AnalyticsSearch['group_by']>; label: string }[] = [
  { value: 'agent', label: 'Compare agents' },
  { value: 'batch', label: 'Compare batches' },
  { value: 'number', label: 'Compare numbers' },
];

export function AnalyticsFilters({ search, onChange }: AnalyticsFiltersProps) {
  const agents = useQuery(agentsQuery).data?.data ?? [];
  const hasRange = search.range !== undefined || search.from !== undefined || search.to !== undefined;
  return (
    <div className={classes.filters}>
      <TimeRangeSelect
        value={hasRange ? search : { range: DEFAULT_RANGE }}
        onChange={onChange}
        presets={analyticsPresets}
      />
      <Select
        className={classes.filter}
        aria-label="Length of a step"
        placeholder="Steps that fit"
        clearable
        data={buckets}
        value={search.bucket ?? null}
        onChange={(bucket) => onChange({ bucket: bucket ?? undefined })}
      />
      <Select
        className={classes.filter}
        aria-label="Agent"
        placeholder="All agents"
        clearable
        searchable
        data={agents.map(({ agent_id, name }) => ({ value: agent_id, label: name }))}
        value={search.agent_id ?? null}
        onChange={(agent_id) => onChange({ agent_id: agent_id ?? undefined })}
      />
      <Select
        className={classes.filter}
        aria-label="Direction"
        placeholder="Both directions"
        clearable
        data={[
          { value: 'outbound', label: 'Outbound' },
          { value: 'inbound', label: 'Inbound' },
        ]}
        value={search.direction ?? null}
        onChange={(direction) => onChange({ direction: direction ?? undefined })}
      />
      <Select
        className={classes.filter}
        aria-label="Compare"
        placeholder="Compare …"
        clearable
        data={groups}
        value={search.group_by ?? null}
        onChange={(group_by) => onChange({ group_by: group_by ?? undefined })}
      />
    </div>
  );
}
