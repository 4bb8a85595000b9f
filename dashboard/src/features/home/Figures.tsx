import type { Home } from '@parley/contract';
import { formatDuration, formatMs, formatNumber, formatShare } from '../../format/number.ts';
import classes from './Figures.module.css';

type Day = Home['today'];

interface Figure {
  name: string;
  value: (day: Day) => string | null;
  /** The note below today's value. */
  note?: (day: Day) => string | null;
}

const figures: readonly Figure[] = [
  { name: 'Ended today', value: ({ calls }) => formatNumber(calls) },
  {
    name: 'Answered',
    value: ({ answer_rate }) => (answer_rate === null ? null : formatShare(answer_rate)),
  },
  {
    name: 'Average length',
    value: ({ average_duration_s }) => (average_duration_s === null ? null : formatDuration(average_duration_s)),
  },
  {
    name: 'Response time',
    value: ({ response_p50_ms }) => (response_p50_ms === null ? null : formatMs(response_p50_ms)),
    note: ({ response_p95_ms }) => (response_p95_ms === null ? null : `19 of 20 within ${formatMs(response_p95_ms)}`),
  },
  { name: 'Interrupted turns', value: ({ interruptions }) => formatNumber(interruptions) },
];

/** Today beside yesterday. A figure that needs calls is a dash without them. */
export function Figures({ today, yesterday }: { today: Day; yesterday: Day }) {
  return (
    <dl className={classes.figures}>
      {figures.map(({ name, value, note }) => (
        <div key={name} className={classes.figure}>
          <dt className={classes.name}>{name}</dt>
          <dd className={classes.value}>{value(today) ?? '–'}</dd>
          <dd className={classes.note}>{note?.(today) ?? `Yesterday ${value(yesterday) ?? '–'}`}</dd>
        </div>
      ))}
    </dl>
  );
}
