import { useNotifications } from '@mantine/notifications';
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { confirmationStore } from '../components/confirm.ts';
import { useOnceTrue } from './use-once-true.ts';

const ConfirmDialog = lazy(() => import('../components/ConfirmDialog.tsx'));
const NotificationStack = lazy(() => import('./NotificationStack.tsx'));

/** What lies over pages at times. It is loaded when it is needed first. */
export function Overlays() {
  const asked = useSyncExternalStore(confirmationStore.subscribe, confirmationStore.get);
  const { notifications } = useNotifications();
  const needsDialog = useOnceTrue(asked !== null);
  const needsNotifications = useOnceTrue(notifications.length > 0);
  return (
    <Suspense>
      {needsDialog && <ConfirmDialog asked={asked} />}
      {needsNotifications && <NotificationStack />}
    </Suspense>
  );
}
