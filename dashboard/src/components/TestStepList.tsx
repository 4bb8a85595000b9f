import { type ReactNode, useCallback } from 'react';
import { Icon } from './Icon.tsx';
import classes from './TestStepList.module.css';

export interface TestStep {
  name: string;
  ok: boolean;
  detail: ReactNode;
  /** Null when nothing needs to be done. */
  remedy: string | null;
}

/** What a test found, step by step, with the way out where one failed. */
export function TestStepList({ ok, steps }: { ok: boolean; steps: readonly TestStep[] }) {
  // Below a long form it would be out of sight, and with it the step that failed, which is mostly the last one.
  const show = useCallback((list: HTMLDivElement | null) => list?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <div ref={show} role="status" aria-label={ok ? 'It works' : 'It does not work yet'}>
      <ol className={classes.steps}>
        {steps.map(({ name, ok: isGood, detail, remedy }) => (
          <li key={name} className={classes.step} data-failed={!isGood || undefined}>
            <Icon name={isGood ? 'check' : 'warning'} size={18} />
            <div className={classes.words}>
              <strong>{name}</strong>
              {': '}
              {detail}
              {remedy !== null && <div className={classes.remedy}>{remedy}</div>}
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}
