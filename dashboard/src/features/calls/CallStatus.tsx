import type { CallSummary } from '@parley/contract';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import classes from './CallStatus.module.css';
import { statusOf } from './call-words.ts';

/** A call's status; while it lasts, where it is. */
export function CallStatus({ call }: { call: Pick<CallSummary, 'status' | 'phase'> }) {
  const { word, tone } = statusOf(call);
  return (
    <StatusBadge tone={tone}>
      <span className={classes.words}>
        {tone === 'live' && <span className={classes.pulse} aria-hidden="true" />}
        {word}
      </span>
    </StatusBadge>
  );
}
