import { notifications } from '@mantine/notifications';
import { Icon } from './Icon.tsx';

/** Says in a corner that something was done: "The agent is deleted." */
export function notifyDone(message: string): void {
  notifications.show({ message, color: 'green', icon: <Icon name="check" />, closeButtonProps: closeButton });
}

/** Says that something failed, where no form or page shows it: hand it to a mutation as `onError`. */
export function notifyFailed(error: unknown): void {
  notifications.show({
    title: 'That did not work',
    message: error instanceof Error ? error.message : 'Something failed.',
    color: 'red',
    icon: <Icon name="warning" />,
    autoClose: 10_000,
    closeButtonProps: closeButton,
  });
}

const closeButton = { 'aria-label': 'Dismiss' };
