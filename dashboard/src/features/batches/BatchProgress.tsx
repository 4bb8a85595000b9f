import type { Batch } from '@parley/contract';
import { formatNumber } from '../../format/number.ts';
import classes from './BatchProgress.module.css';

const parts = [
  { key: 'completed', word: 'Completed', className: classes.completed },
  { key: 'failed', word: 'Failed', className: classes.failed },
  { key: 'in_progress', word: 'In progress', className: classes.live },
  { key: 'queued', word: 'Waiting', className: classes.waiting },
] as const;

/** How far a batch is, as a bar; what it shows is said in words beside it. */
export function BatchProgress({ batch, large = false }: { batch: Batch; large?: boolean }) {
  const done = batch.completed + batch.failed;
  return (
    <div
      className={`${classes.bar} ${large ? classes.large : ''}`}
      data-canceled={batch.status === 'canceled' || undefined}
      role="progressbar"
      aria-label="Calls that are over"
      aria-valuemin={0}
      aria-valuemax={batch.total}
      aria-valuenow={done}
      aria-valuetext={`${done} of ${batch.total}`}
    >
      {parts.slice(0, 3).map(({ key, className }) => (
        <span
          key={key}
          className={`${classes.part} ${className}`}
          style={{ width: `${(batch[key] / batch.total) * 100}%` }}
        />
      ))}
    </div>
  );
}

/** The same in figures. */
export function BatchFigures({ batch }: { batch: Batch }) {
  return (
    <dl className={classes.legend}>
      {parts.map(({ key, word, className }) => (
        <div key={key}>
          <dt>
            <span className={`${classes.dot} ${className}`} aria-hidden="true" />
            {word}
          </dt>
          <dd>{formatNumber(batch[key])}</dd>
        </div>
      ))}
    </dl>
  );
}
