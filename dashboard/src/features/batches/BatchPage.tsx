import { Anchor, Button, Card, Group, Menu, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type Batch, routes } from '@parley/contract';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { urlOf } from '../../api/request.ts';
import { confirm } from '../../components/confirm.ts';
import { Icon } from '../../components/Icon.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { TimeText } from '../../components/TimeText.tsx';
import { useAgentName } from '../calls/agent-names.ts';
import { useCan } from '../session/use-session.ts';
import { BatchCalls } from './BatchCalls.tsx';
import { BatchEndings } from './BatchEndings.tsx';
import { BatchFigures, BatchProgress } from './BatchProgress.tsx';
import { batchQuery } from './batch-queries.ts';
import { counted, stateOf, titleOf } from './batch-words.ts';
import { RetryModal } from './RetryModal.tsx';
import { useCancelBatch, usePauseBatch, useResumeBatch } from './use-batch-actions.ts';

interface BatchPageProps {
  batchId: string;
  /** Of its calls. */
  page: number;
  onPage: (page: number | undefined) => void;
}

export function BatchPage({ batchId, page, onPage }: BatchPageProps) {
  const { data: batch } = useSuspenseQuery(batchQuery(batchId));
  const agentName = useAgentName();
  const isLive = batch.status === 'scheduled' || batch.status === 'in_progress';
  return (
    <>
      <PageHeader
        title={titleOf(batch)}
        heading={
          <Group gap="sm" component="span" display="inline-flex">
            {titleOf(batch)}
            <StatusBadge tone={stateOf(batch).tone}>{stateOf(batch).word}</StatusBadge>
          </Group>
        }
        description={
          <>
            {agentName(batch.agent_id)} {isLive ? 'calls' : 'called'} {counted(batch.total, 'person', 'people')} ·{' '}
            {batch.status === 'scheduled' ? 'begins' : 'began'} <TimeText at={batch.schedule_at} />
            {batch.retry_of !== null && (
              <>
                {' · '}
                <Anchor component={Link} to={`/batches/${batch.retry_of}`} inherit underline="always">
                  calls again who was missed before
                </Anchor>
              </>
            )}
          </>
        }
        actions={<BatchActions batch={batch} />}
      />
      <Stack gap="lg">
        <Card>
          <BatchProgress batch={batch} large />
          <BatchFigures batch={batch} />
          {batch.paused && (
            <Text size="sm" mt="sm">
              Paused: no new calls start until you resume. Calls in progress continue.
            </Text>
          )}
        </Card>
        <BatchEndings batchId={batchId} ended={batch.completed + batch.failed} />
        <section aria-labelledby="calls">
          <Title order={2} size="h4" mb="sm" id="calls">
            Calls
          </Title>
          <BatchCalls batchId={batchId} isLive={isLive} page={page} onPage={onPage} />
        </section>
      </Stack>
    </>
  );
}

function BatchActions({ batch }: { batch: Batch }) {
  const mayWrite = useCan('calls:write');
  const [isRetrying, retrying] = useDisclosure(false);
  const pause = usePauseBatch();
  const resume = useResumeBatch();
  const cancel = useCancelBatch();
  const isLive = batch.status === 'scheduled' || batch.status === 'in_progress';
  const isBusy = pause.isPending || resume.isPending || cancel.isPending;
  return (
    <>
      {mayWrite && isLive && (
        // One button, never disabled: it keeps the focus of who presses it by the keyboard.
        <Button
          variant={batch.paused ? 'filled' : 'default'}
          leftSection={<Icon name={batch.paused ? 'play' : 'pause'} />}
          aria-disabled={isBusy}
          onClick={() => !isBusy && (batch.paused ? resume : pause).mutate(batch.batch_id)}
        >
          {batch.paused ? 'Resume' : 'Pause'}
        </Button>
      )}
      {mayWrite && isLive && (
        <Button
          variant="default"
          leftSection={<Icon name="stop" />}
          disabled={isBusy}
          onClick={() => askToCancel(batch, () => cancel.mutate(batch.batch_id))}
        >
          Cancel
        </Button>
      )}
      {mayWrite && batch.completed + batch.failed > 0 && (
        <Button variant="default" leftSection={<Icon name="refresh" />} onClick={retrying.open}>
          Call again
        </Button>
      )}
      <Results batch={batch} />
      {isRetrying && <RetryModal batch={batch} onClose={retrying.close} />}
    </>
  );
}

function askToCancel(batch: Batch, onConfirm: () => void): void {
  confirm({
    title: `Cancel ${titleOf(batch)}?`,
    consequence: (
      <>
        {batch.queued === 0
          ? 'Everyone on the list has been called. '
          : `${counted(batch.queued, 'person', 'people')} will not be called. `}
        {batch.in_progress > 0 && `${counted(batch.in_progress, 'call')} in progress will go on to the end. `}
        This cannot be undone. “Call again” can call the canceled ones later.
      </>
    ),
    action: 'Cancel batch',
    onConfirm,
  });
}

function Results({ batch }: { batch: Batch }) {
  const address = (format: 'csv' | 'json') =>
    urlOf('/v1', routes.getBatchResults, { params: { batch_id: batch.batch_id }, query: { format } });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<Icon name="download" />}>
          Results
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" href={address('csv')} download={`${batch.batch_id}-results.csv`}>
          Table for spreadsheets (CSV)
        </Menu.Item>
        <Menu.Item component="a" href={address('json')} download={`${batch.batch_id}-results.json`}>
          JSON
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
