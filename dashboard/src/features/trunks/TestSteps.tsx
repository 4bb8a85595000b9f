import type { TrunkTest, TrunkTestStep } from '@parley/contract';
import { Icon } from '../../components/Icon.tsx';
import classes from './TestSteps.module.css';

const names: Record<TrunkTestStep['name'], string> = {
  dns: 'Host',
  options: 'Answer',
  call: 'Call',
  ringing: 'Ringing',
  answered: 'Answered',
  media_received: 'Sound from there',
  media_sent: 'Sound to there',
};

/** What a test found, step by step, with the way out where one failed. */
export function TestSteps({ test }: { test: TrunkTest }) {
  return (
    <div role="status" aria-label={test.ok ? 'It works' : 'It does not work yet'}>
      <ol className={classes.steps}>
        {test.steps.map(({ name, ok, detail, remedy }) => (
          <li key={name} className={classes.step} data-failed={!ok || undefined}>
            <Icon name={ok ? 'check' : 'warning'} size={18} />
            <div className={classes.words}>
              <strong>{names[name]}</strong>
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
