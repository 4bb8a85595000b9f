import { Alert, Button, Checkbox, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { type Batch, type EndReason, endReasons, retriedEndReasons } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { randomId } from '../../api/random-id.ts';
import { Icon } from '../../components/Icon.tsx';
import { formatNumber } from '../../format/number.ts';
import { batchEndingsQuery } from './batch-queries.ts';
import { counted, titleOf } from './batch-words.ts';
import { useRetryBatch } from './use-batch-actions.ts';

/** Chooses by how their call ended who is called again, now, as a batch of its own. */
export function RetryModal({ batch, onClose }: { batch: Batch; onClose: () => void }) {
  const navigate = useNavigate();
  const retry = useRetryBatch(batch.batch_id);
  const { data } = useQuery(batchEndingsQuery(batch.batch_id, batch.completed + batch.failed));
  const [changed, setChanged] = useState<ReadonlyMap<EndReason, boolean>>(new Map());
  // One request, however often it is sent.
  const [idempotencyKey] = useState(randomId);
  const isChosen = (reason: EndReason) => changed.get(reason) ?? retriedEndReasons.includes(reason);
  const chosen = data?.data.filter(({ end_reason }) => isChosen(end_reason)) ?? [];
  const people = chosen.reduce((sum, { calls }) => sum + calls, 0);
  const send = () =>
    retry.mutate(
      { body: { end_reasons: chosen.map(({ end_reason }) => end_reason) }, idempotencyKey },
      {
        onSuccess: ({ batch_id }) => {
          onClose();
          void navigate({ to: '/batches/$batchId', params: { batchId: batch_id } });
        },
      },
    );
  return (
    <Modal opened onClose={onClose} title={`Call again: ${titleOf(batch)}`}>
      <Stack>
        <Text size="sm">
          A new batch calls those whose call ended so, with the same variables and the agent as it is now. It begins at
          once.
        </Text>
        {!data && <Skeleton height={120} />}
        {data && (
          <Stack gap="xs" role="group" aria-label="Whose call ended so">
            {data.data.map(({ end_reason, calls }) => (
              <Checkbox
                key={end_reason}
                label={`${endReasons[end_reason].title} (${formatNumber(calls)})`}
                checked={isChosen(end_reason)}
                onChange={({ currentTarget }) => setChanged(new Map(changed).set(end_reason, currentTarget.checked))}
              />
            ))}
          </Stack>
        )}
        {retry.error && (
          <Alert color="red" icon={<Icon name="warning" />} role="alert">
            {retry.error.message}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Not now
          </Button>
          <Button disabled={people === 0} loading={retry.isPending} onClick={send}>
            {people === 0 ? 'No one selected' : `Call ${counted(people, 'person', 'people')} again`}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
