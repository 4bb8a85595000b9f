import { Alert, Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Icon } from '../../components/Icon.tsx';
import { ShownSecret } from './ShownSecret.tsx';
import { useRotateSecret } from './use-webhook-actions.ts';

const overlaps = [
  { value: '0', label: 'Not at all: it has leaked' },
  { value: '3600', label: 'For an hour' },
  { value: '86400', label: 'For a day' },
  { value: '604800', label: 'For a week' },
];

export function RotateSecretModal({ webhookId, onClose }: { webhookId: string; onClose: () => void }) {
  const [overlap, setOverlap] = useState('86400');
  const rotate = useRotateSecret(webhookId);
  return (
    <Modal
      opened
      onClose={onClose}
      title={rotate.data ? 'The new secret' : 'Rotate the secret'}
      closeOnEscape={!rotate.data}
    >
      {rotate.data ? (
        <ShownSecret secret={rotate.data.secret} onClose={onClose} />
      ) : (
        <Stack>
          <Text size="sm">
            Parley makes a new secret. So that your program can change over without losing an event, both secrets sign
            for a while.
          </Text>
          <Select
            label="The old secret signs as well"
            data={overlaps}
            value={overlap}
            onChange={(value) => value !== null && setOverlap(value)}
            allowDeselect={false}
          />
          {rotate.error && (
            <Alert color="red" icon={<Icon name="warning" />} role="alert">
              {rotate.error.message}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button loading={rotate.isPending} onClick={() => rotate.mutate(Number(overlap))}>
              Make a new secret
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
