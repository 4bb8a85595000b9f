import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import type { InvitedUser, User } from '@parley/contract';
import { useState } from 'react';
import { Icon } from '../../components/Icon.tsx';
import { useMakeUserLink } from './use-make-user-link.ts';

interface UserLinkFormProps {
  user: User;
  onMade: (user: InvitedUser) => void;
  onCancel: () => void;
}

export function UserLinkForm({ user, onMade, onCancel }: UserLinkFormProps) {
  const [removeTotp, setRemoveTotp] = useState(false);
  const makeLink = useMakeUserLink(user.user_id, onMade);
  const isInvited = user.status === 'invited';
  return (
    <Stack>
      <Text size="sm">
        {isInvited
          ? 'A new invitation link, valid for seven days. The previous link stops working.'
          : 'The person who opens the link sets a new password, which ends every session of the user. It is valid for a day; until it is used, the old password stays.'}
      </Text>
      {user.totp_enabled && (
        <Checkbox
          label="Remove the authenticator app, too"
          description="For a user who has lost their phone. Make sure that the right person is asking."
          checked={removeTotp}
          onChange={(event) => setRemoveTotp(event.currentTarget.checked)}
        />
      )}
      {makeLink.error && (
        <Alert color="red" icon={<Icon name="warning" />} role="alert">
          {makeLink.error.message}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button data-autofocus loading={makeLink.isPending} onClick={() => makeLink.mutate({ removeTotp })}>
          Make link
        </Button>
      </Group>
    </Stack>
  );
}
