import { Skeleton, VisuallyHidden } from '@mantine/core';
import classes from './AnalyticsPage.module.css';

const tiles = ['calls', 'rate', 'duration', 'response', 'interruptions'];
const charts = ['calls', 'rate', 'response', 'duration'];

export function LoadingCharts() {
  return (
    <div className={classes.page} role="status">
      <VisuallyHidden>Loading …</VisuallyHidden>
      <div className={classes.tiles}>
        {tiles.map((name) => (
          <Skeleton key={name} height={101} />
        ))}
      </div>
      <div className={classes.charts}>
        {charts.map((name) => (
          <Skeleton key={name} height={266} />
        ))}
      </div>
    </div>
  );
}
