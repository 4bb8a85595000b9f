import { Anchor, Progress, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { AskBeforeLeaving } from '../../../components/AskBeforeLeaving.tsx';
import { NoPermission } from '../../../components/NoPermission.tsx';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { useCan } from '../../session/use-session.ts';
import { CheckStep } from './CheckStep.tsx';
import { ColumnsStep } from './ColumnsStep.tsx';
import { ConfirmStep } from './ConfirmStep.tsx';
import { type BatchDraft, emptyDraft, steps } from './draft.ts';
import { SourceStep } from './SourceStep.tsx';
import { TimeStep } from './TimeStep.tsx';

const pages = [SourceStep, ColumnsStep, CheckStep, TimeStep, ConfirmStep];

/** From a table of people to a batch, in five steps that can be gone back. */
export function NewBatchPage() {
  const mayWrite = useCan('calls:write');
  const [step, setStep] = useState(0);
  const [draft, setDraft] = useState<BatchDraft>(emptyDraft);
  const heading = useRef<HTMLHeadingElement>(null);
  if (!mayWrite) return <NoPermission permission="calls:write" />;
  const go = (to: number) => {
    setStep(to);
    // A screen reader announces the new step.
    requestAnimationFrame(() => heading.current?.focus());
  };
  const Step = pages[step]!;
  return (
    <div style={{ maxWidth: 760 }}>
      <AskBeforeLeaving
        when={draft.table !== null}
        title="Leave the new batch?"
        consequence="The list and your settings are discarded. No calls have been placed."
      />
      <PageHeader
        title="New batch"
        description={
          <Anchor component={Link} to="/batches" size="sm">
            All batches
          </Anchor>
        }
      />
      <Text size="xs" c="dimmed" mb={6}>
        Step {step + 1} of {steps.length}
      </Text>
      <Progress value={((step + 1) / steps.length) * 100} size="sm" mb="md" aria-hidden="true" />
      <Title order={2} size="h3" mb="md" tabIndex={-1} ref={heading} style={{ outline: 'none' }}>
        {steps[step]}
      </Title>
      <Step
        draft={draft}
        change={(changed) => setDraft((before) => ({ ...before, ...changed }))}
        next={() => go(step + 1)}
        back={() => go(step - 1)}
      />
    </div>
  );
}
