import type { Analytics } from '@parley/contract';
import { memo } from 'react';
import { formatDuration, formatMs, formatNumber, formatShare } from '../../format/number.ts';
import classes from './AnalyticsPage.module.css';
import { Chart } from './Chart.tsx';

/** Figures over time. */
export const Charts = memo(function Charts({ analytics }: { analytics: Analytics }) {
  const { series, bucket, time_zone } = analytics;
  const times = { starts: series.map(({ start }) => start), bucket, timeZone: time_zone };
  const wholes = (value: number) => formatNumber(Math.round(value));
  return (
    <div className={classes.charts}>
      <Chart
        title="Calls"
        times={times}
        format={wholes}
        isCount
        lines={[
          { label: 'All', color: 'gray', kind: 'bars', values: series.map(({ calls }) => calls) },
          { label: 'Answered', color: 'teal', kind: 'bars', values: series.map(({ answered }) => answered) },
        ]}
      />
      <Chart
        title="Answer rate"
        times={times}
        format={formatShare}
        highest={1}
        lines={[
          { label: 'Answered of all', color: 'teal', kind: 'line', values: series.map((one) => one.answer_rate) },
        ]}
      />
      <Chart
        title="Response time"
        times={times}
        format={formatMs}
        lines={[
          { label: 'Median', color: 'teal', kind: 'line', values: series.map((one) => one.response_p50_ms) },
          { label: '19 of 20', color: 'violet', kind: 'line', values: series.map((one) => one.response_p95_ms) },
        ]}
      />
      <Chart
        title="Average duration"
        times={times}
        format={formatDuration}
        lines={[
          {
            label: 'Of an answered call',
            color: 'blue',
            kind: 'line',
            values: series.map((one) => one.average_duration_s),
          },
        ]}
      />
      <Chart
        title="Interruptions"
        times={times}
        format={wholes}
        isCount
        lines={[
          { label: 'Turns of agents', color: 'yellow', kind: 'bars', values: series.map((one) => one.interruptions) },
        ]}
      />
      <Chart
        title="Failed calls"
        times={times}
        format={wholes}
        isCount
        lines={[{ label: 'Failed', color: 'red', kind: 'bars', values: series.map(({ failed }) => failed) }]}
      />
    </div>
  );
});
