import { Alert, Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import type { ApiKey, CreatedKey } from '@parley/contract';
import { useState } from 'react';
import { Icon } from '../../components/Icon.tsx';
import { useRotateKey } from './use-rotate-key.ts';

const overlaps = [
  { value: '0', label: 'Not at all: it has leaked' },
  { value: '3600', label: 'For an hour' },
  { value: '86400', label: 'For a day' },
  { value: '604800', label: 'For a week' },
];

interface RotateKeyFormProps {
  apiKey: ApiKey;
  onRotated: (key: CreatedKey) => void;
  onCancel: () => void;
}

export function RotateKeyForm({ apiKey, onRotated, onCancel }: RotateKeyFormProps) {
  const [overlap, setOverlap] = useState('86400');
  const rotate = useRotateKey(apiKey.key_id, onRotated);
  return (
    <Stack>
      <Text size="sm">
        A new key takes the place of the one that ends in {apiKey.last_four}, with the same name and permissions. Give
        it to your program while the old one is still valid.
      </Text>
      <NativeSelect
        label="The old key stays valid"
        data={overlaps}
        value={overlap}
        onChange={(event) => setOverlap(event.currentTarget.value)}
        data-autofocus
      />
      {rotate.error && (
        <Alert color="red" icon={<Icon name="warning" />} role="alert">
          {rotate.error.message}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button loading={rotate.isPending} onClick={() => rotate.mutate(Number(overlap))}>
          Rotate key
        </Button>
      </Group>
    </Stack>
  );
}
