import { Text } from '@mantine/core';
import type { Home } from '@parley/contract';
import { TextLink } from '../../components/links.ts';
import { TimeText } from '../../components/TimeText.tsx';
import { formatNumber } from '../../format/number.ts';
import classes from './Problems.module.css';

/** What went wrong in the last 24 hours, and what to do about it. */
export function Problems({ problems }: { problems: Home['problems'] }) {
  if (problems.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        Nothing went wrong in the last 24 hours.
      </Text>
    );
  }
  return (
    <ul className={classes.list}>
      {problems.map((problem) => (
        <li key={`${problem.kind} ${problem.code}`} className={classes.problem}>
          <div>
            <div className={classes.title}>{problem.title}</div>
            <div className={classes.words}>
              {problem.explanation !== problem.title && problem.explanation}
              <div className={classes.remedy}>{problem.remedy}</div>
            </div>
          </div>
          <div className={classes.count}>
            {problem.calls === 1 ? '1 call' : `${formatNumber(problem.calls)} calls`}
            <Text size="xs" c="dimmed">
              <TextLink to="/calls/$callId" params={{ callId: problem.last_call_id }} inherit>
                last one
              </TextLink>{' '}
              <TimeText at={problem.last_at} style="ago" />
            </Text>
          </div>
        </li>
      ))}
    </ul>
  );
}
