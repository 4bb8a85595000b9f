import type { CallFigures } from '@parley/contract';
import { formatDuration, formatMs, formatNumber, formatShare } from '../../format/number.ts';
import classes from './AnalyticsPage.module.css';

export function Totals({ totals }: { totals: CallFigures }) {
  const tiles = [
    ['Calls', formatNumber(totals.calls), `${formatNumber(totals.failed)} failed`],
    [
      'Answer rate',
      totals.answer_rate === null ? '–' : formatShare(totals.answer_rate),
      `${formatNumber(totals.answered)} answered`,
    ],
    [
      'Average duration',
      totals.average_duration_s === null ? '–' : formatDuration(totals.average_duration_s),
      `${formatDuration(totals.talk_s)} talked in all`,
    ],
    [
      'Response time',
      totals.response_p50_ms === null ? '–' : formatMs(totals.response_p50_ms),
      totals.response_p95_ms === null ? 'none measured' : `19 of 20 within ${formatMs(totals.response_p95_ms)}`,
    ],
    [
      'Interruptions',
      formatNumber(totals.interruptions),
      totals.answered === 0 ? 'no call was answered' : `${(totals.interruptions / totals.answered).toFixed(1)} a call`,
    ],
  ] as const;
  return (
    <dl className={classes.tiles}>
      {tiles.map(([name, figure, note]) => (
        <div key={name} className={classes.tile}>
          <dt>{name}</dt>
          <dd className={classes.figure}>{figure}</dd>
          <dd className={classes.note}>{note}</dd>
        </div>
      ))}
    </dl>
  );
}
