import { Button, Group, Modal, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useOpened } from './use-opened.ts';

interface AskBeforeLeavingProps {
  /** Something was entered that the page alone has. */
  when: boolean;
  /** A question: "Leave the new batch?" */
  title: string;
  /** What is lost. */
  consequence: string;
}

/** Keeps a page that has more than a field or two of input, until the reader says that it may go. */
export function AskBeforeLeaving({ when, title, consequence }: AskBeforeLeavingProps) {
  const blocker = useBlocker({
    // A change of the search parameters is not a way out.
    shouldBlockFn: ({ current, next }) => when && current.pathname !== next.pathname,
    enableBeforeUnload: when,
    withResolver: true,
  });
  return (
    <Modal opened={useOpened(blocker.status === 'blocked')} onClose={() => blocker.reset?.()} title={title}>
      <Text size="sm">{consequence}</Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" data-autofocus onClick={() => blocker.reset?.()}>
          Stay
        </Button>
        <Button color="red" onClick={() => blocker.proceed?.()}>
          Leave
        </Button>
      </Group>
    </Modal>
  );
}
