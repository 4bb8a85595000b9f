import { Badge, Button, Popover, SegmentedControl, Select, Stack, TextInput, VisuallyHidden } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { EndReason, endReasons, Sentiment, standardOutcomes } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Icon } from '../../components/Icon.tsx';
import { TimeRangeSelect } from '../time-range/TimeRangeSelect.tsx';
import { agentsQuery } from './agent-names.ts';
import classes from './CallsFilters.module.css';
import { type CallsSearch, filterCount } from './call-filters.ts';
import { outcomeWords, sentimentWords, statusWords } from './call-words.ts';
import { NumberFilter } from './NumberFilter.tsx';

interface FilterProps {
  search: CallsSearch;
  /** What changes; `undefined` takes a filter away. */
  onChange: (change: CallsSearch) => void;
}

const ANY = 'any';

export function CallsFilters({ search, onChange }: FilterProps) {
  const number = useRef<HTMLInputElement>(null);
  useHotkeys([['/', () => number.current?.focus()]]);
  return (
    <div className={classes.bar}>
      <div className={classes.status}>
        <SegmentedControl
          aria-label="Status"
          size="sm"
          classNames={{ label: classes.choice ?? '' }}
          data={[
            { value: ANY, label: 'All' },
            ...(['initiated', 'active', 'completed', 'failed'] as const).map((status) => ({
              value: status,
              label: statusWords[status],
            })),
          ]}
          value={search.status ?? ANY}
          onChange={(status) => onChange({ status: status === ANY ? undefined : (status as CallsSearch['status']) })}
        />
      </div>
      <NumberFilter ref={number} value={search.phone} onChange={(phone) => onChange({ phone })} />
      <TimeRangeSelect value={search} onChange={onChange} anyLabel="Any time" />
      <MoreFilters search={search} onChange={onChange} />
    </div>
  );
}

function MoreFilters({ search, onChange }: FilterProps) {
  const count = filterCount(search);
  return (
    <Popover position="bottom-end" width={280} trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<Icon name="filter" size={16} />}
          rightSection={count === 0 ? null : <Badge circle>{count}</Badge>}
        >
          Filters
          {count > 0 && <VisuallyHidden>, set: </VisuallyHidden>}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <FilterFields search={search} onChange={onChange} />
      </Popover.Dropdown>
    </Popover>
  );
}

function FilterFields({ search, onChange }: FilterProps) {
  const agents = useQuery(agentsQuery).data?.data ?? [];
  const ownOutcomes = agents.flatMap((agent) => agent.outcomes);
  const outcomes = [...new Set([...standardOutcomes, ...ownOutcomes, ...(search.outcome ? [search.outcome] : [])])];
  const select = { size: 'xs', clearable: true, openOnFocus: false, comboboxProps: { withinPortal: false } } as const;
  return (
    <Stack gap="xs">
      <Select
        {...select}
        label="Agent"
        placeholder="Any agent"
        searchable
        data={agents.map(({ agent_id, name }) => ({ value: agent_id, label: name }))}
        value={search.agent_id ?? null}
        onChange={(agent_id) => onChange({ agent_id: agent_id ?? undefined })}
      />
      <Select
        {...select}
        label="Direction"
        placeholder="Both"
        data={[
          { value: 'outbound', label: 'Outbound' },
          { value: 'inbound', label: 'Inbound' },
        ]}
        value={search.direction ?? null}
        onChange={(direction) => onChange({ direction: direction ?? undefined })}
      />
      <Select
        {...select}
        label="Outcome"
        placeholder="Any outcome"
        searchable
        data={outcomes.map((outcome) => ({ value: outcome, label: outcomeWords(outcome) }))}
        value={search.outcome ?? null}
        onChange={(outcome) => onChange({ outcome: outcome ?? undefined })}
      />
      <Select
        {...select}
        label="End reason"
        placeholder="Any reason"
        searchable
        data={EndReason.options.map((reason) => ({ value: reason, label: endReasons[reason].title }))}
        value={search.end_reason ?? null}
        onChange={(end_reason) => onChange({ end_reason: end_reason ?? undefined })}
      />
      <Select
        {...select}
        label="Sentiment"
        placeholder="Any sentiment"
        data={Sentiment.options.map((sentiment) => ({ value: sentiment, label: sentimentWords[sentiment] }))}
        value={search.sentiment ?? null}
        onChange={(sentiment) => onChange({ sentiment: sentiment ?? undefined })}
      />
      <TextInput
        size="xs"
        label="Batch"
        placeholder="batch_…"
        key={search.batch_id}
        defaultValue={search.batch_id ?? ''}
        onBlur={(event) => onChange({ batch_id: event.currentTarget.value.trim() || undefined })}
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
      />
    </Stack>
  );
}
