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
          ? 'The invitation again, for seven days. The link that was made before is void.'
          : 'The person who opens the link sets a new password, which ends every session of the user. It is valid for a day; until it is used, the old password stays.'}
      </Text>
      {user.totp_enabled && (
        <Checkbox
          label="Forget the authenticator app, too"
          description="For somebody who lost the telephone. Make sure that it is the right person who asks."
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
