import type { Analytics } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { formatDuration, formatMs, formatNumber, formatShare } from '../../format/number.ts';
import { formatPhone } from '../../format/phone.ts';
import { outcomeWords } from '../calls/call-words.ts';
import classes from './AnalyticsPage.module.css';

type Group = Analytics['groups'][number];
type GroupBy = Exclude<Analytics['group_by'], 'none'>;

const titles: Record<GroupBy, { table: string; header: string; none: string }> = {
  agent: { table: 'Agents', header: 'Agent', none: 'A deleted agent' },
  batch: { table: 'Batches', header: 'Batch', none: 'Without a batch' },
  number: { table: 'Numbers', header: 'Number', none: 'Without a number' },
};

const orDash = <Value,>(value: Value | null, format: (value: Value) => string) =>
  value === null ? '–' : format(value);

/** Agents, batches or numbers beside each other. */
export function Groups({ analytics: { groups, group_by } }: { analytics: Analytics }) {
  if (group_by === 'none') return null;
  const words = titles[group_by];
  const columns: Column<Group>[] = [
    { key: 'name', header: words.header, cell: (group) => <Name group={group} by={group_by} none={words.none} /> },
    { key: 'calls', header: 'Calls', align: 'end', cell: ({ calls }) => formatNumber(calls) },
    { key: 'rate', header: 'Answered', align: 'end', cell: ({ answer_rate }) => orDash(answer_rate, formatShare) },
    {
      key: 'duration',
      header: 'Duration',
      align: 'end',
      cell: ({ average_duration_s }) => orDash(average_duration_s, formatDuration),
    },
    {
      key: 'median',
      header: 'Response',
      align: 'end',
      cell: ({ response_p50_ms }) => orDash(response_p50_ms, formatMs),
    },
    { key: 'slow', header: '19 of 20', align: 'end', cell: ({ response_p95_ms }) => orDash(response_p95_ms, formatMs) },
    { key: 'cut', header: 'Interruptions', align: 'end', cell: ({ interruptions }) => formatNumber(interruptions) },
    {
      key: 'outcome',
      header: 'Mostly',
      cell: ({ outcomes }) => (outcomes[0] ? outcomeWords(outcomes[0].value) : '–'),
    },
  ];
  return (
    <section className={classes.panel} aria-label={words.table}>
      <h2 className={classes.title}>{words.table}</h2>
      <DataTable label={words.table} columns={columns} rows={groups} rowKey={({ key }) => key ?? ''} />
    </section>
  );
}

function Name({ group: { key, label }, by, none }: { group: Group; by: GroupBy; none: string }) {
  if (key === null) return none;
  if (by === 'number') return formatPhone(key);
  return (
    <Link to="/calls" search={by === 'agent' ? { agent_id: key } : { batch_id: key }}>
      {label ?? key}
    </Link>
  );
}
