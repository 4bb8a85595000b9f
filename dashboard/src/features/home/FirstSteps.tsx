import { Button, Card, Group, Progress, Text, Title, VisuallyHidden } from '@mantine/core';
import { allows, type Home } from '@parley/contract';
import { Link, useRouter } from '@tanstack/react-router';
import { Icon } from '../../components/Icon.tsx';
import { useSession } from '../session/use-session.ts';
import classes from './FirstSteps.module.css';
import { stepWords } from './first-steps.ts';

/** What everything before leads to. */
const LAST = 'browser_call';

/** What a newcomer does, in order, as far as the role permits; gone when all of it is done. */
export function FirstSteps({ steps: all }: { steps: Home['first_steps'] }) {
  const { routesByPath } = useRouter();
  const { permissions } = useSession();
  const steps = all.filter(({ step }) => allows(permissions, stepWords[step].permission));
  const inOrder = [...steps.filter(({ step }) => step !== LAST), ...steps.filter(({ step }) => step === LAST)];
  const done = steps.filter((step) => step.done).length;
  const next = inOrder.find((step) => !step.done);
  if (next === undefined) return null;
  return (
    <Card component="section" aria-labelledby="first-steps">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4" id="first-steps">
          First steps
        </Title>
        <Group gap="xs">
          <Text size="sm" c="dimmed">
            {done} of {steps.length}
          </Text>
          <Progress value={(100 * done) / steps.length} w={96} size="sm" aria-label="First steps done" />
        </Group>
      </Group>
      <ol className={classes.list}>
        {inOrder.map(({ step, done: isDone }) => {
          const { title, why, to, action } = stepWords[step];
          return (
            <li key={step} className={classes.step} data-done={isDone || undefined}>
              <span className={classes.mark}>{isDone && <Icon name="check" size={14} />}</span>
              <div className={classes.words}>
                <div className={classes.title}>
                  {title}
                  {isDone && <VisuallyHidden> (done)</VisuallyHidden>}
                </div>
                {step === next.step && <div className={classes.why}>{why}</div>}
              </div>
              {step === next.step && to in routesByPath && (
                <Button component={Link} to={to} size="xs">
                  {action}
                </Button>
              )}
            </li>
          );
        })}
      </ol>
    </Card>
  );
}
