import { Button, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { type Confirmation, closeConfirmation } from './confirm.ts';
import { useOpened } from './use-opened.ts';

/** Cancel has the focus. */
export default function ConfirmDialog({ asked }: { asked: Confirmation | null }) {
  // While it fades out it still says what it said.
  const [last, setLast] = useState(asked);
  if (asked !== null && asked !== last) setLast(asked);
  const { title, consequence, action, onConfirm, destructive = true } = last ?? nothing;
  const confirmAndClose = () => {
    closeConfirmation();
    onConfirm();
  };
  return (
    <Modal opened={useOpened(asked !== null)} onClose={closeConfirmation} title={title} closeOnClickOutside>
      <Text size="sm" component="div">
        {consequence}
      </Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={closeConfirmation} data-autofocus>
          Cancel
        </Button>
        <Button color={destructive ? 'red' : 'teal'} onClick={confirmAndClose}>
          {action}
        </Button>
      </Group>
    </Modal>
  );
}

const nothing: Confirmation = { title: '', consequence: '', action: '', onConfirm: () => {} };
