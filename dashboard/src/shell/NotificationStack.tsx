import { Notifications } from '@mantine/notifications';

export default function NotificationStack() {
  return <Notifications position="bottom-right" />;
}
