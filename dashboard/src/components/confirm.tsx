import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { ReactNode } from 'react';

interface Confirmation {
  /** A question: "Delete the agent Reception?" */
  title: string;
  /** What is destroyed, and what stays. */
  consequence: ReactNode;
  /** The verb: "Delete agent". */
  action: string;
  onConfirm: () => void;
  /** Left out for what can be taken back. */
  destructive?: boolean;
}

/** Asks before something is done that cannot be taken back easily. Cancel has the focus. */
export function confirm({ title, consequence, action, onConfirm, destructive = true }: Confirmation): void {
  modals.openConfirmModal({
    title,
    children: (
      <Text size="sm" component="div">
        {consequence}
      </Text>
    ),
    labels: { confirm: action, cancel: 'Cancel' },
    cancelProps: { 'data-autofocus': true },
    confirmProps: { color: destructive ? 'red' : 'teal' },
    onConfirm,
  });
}
