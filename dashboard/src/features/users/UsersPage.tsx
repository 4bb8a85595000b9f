import { Button, Modal } from '@mantine/core';
import type { InvitedUser, Role, User } from '@parley/contract';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { confirm } from '../../components/confirm.ts';
import { DataTable } from '../../components/DataTable.tsx';
import { Icon } from '../../components/Icon.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { useSession } from '../session/use-session.ts';
import { InviteUserForm } from './InviteUserForm.tsx';
import { roleMeanings, roleNames } from './roles.ts';
import { ShownLink } from './ShownLink.tsx';
import { UserLinkForm } from './UserLinkForm.tsx';
import { useChangeUser } from './use-change-user.ts';
import { useRemoveUser } from './use-remove-user.ts';
import { nameOf, userColumns } from './user-columns.tsx';
import { usersQuery } from './users-query.ts';

type Dialog = { name: 'invite' } | { name: 'link'; user: User } | { name: 'shown'; user: InvitedUser };

const titles = { invite: 'Invite a user', link: 'Make a link', shown: 'The link' };

export function UsersPage() {
  const { data: users } = useSuspenseQuery(usersQuery);
  const session = useSession();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const change = useChangeUser();
  const remove = useRemoveUser();
  const close = () => setDialog(null);
  const columns = userColumns(session, {
    onRole: (user, role) => askForRole(user, role),
    onLink: (user) => setDialog({ name: 'link', user }),
    onStatus: (user, status) =>
      status === 'active'
        ? change.mutate({ userId: user.user_id, status, done: `${nameOf(user)} may sign in again.` })
        : confirm({
            title: `Disable ${nameOf(user)}?`,
            consequence:
              'All sessions of the user end immediately, and the user cannot sign in until enabled again. API keys created by the user do not work in the meantime.',
            action: 'Disable user',
            onConfirm: () => change.mutate({ userId: user.user_id, status, done: `${nameOf(user)} is disabled.` }),
          }),
    onRemove: (user) =>
      confirm({
        title: user.status === 'invited' ? `Take back the invitation of ${nameOf(user)}?` : `Remove ${nameOf(user)}?`,
        consequence:
          user.status === 'invited'
            ? 'The link stops working.'
            : 'The user is signed out everywhere and cannot sign in again. API keys that the user made stop working; what the user did stays in the audit log.',
        action: user.status === 'invited' ? 'Take back' : 'Remove user',
        onConfirm: () => remove.mutate(user.user_id),
      }),
  });

  function askForRole(user: User, role: Role): void {
    confirm({
      title: `Make ${nameOf(user)} ${roleNames[role].toLowerCase()}?`,
      consequence: `${roleNames[role]}: ${roleMeanings[role]} It takes effect at once, for the API keys that the user made as well.`,
      action: 'Change role',
      destructive: false,
      onConfirm: () =>
        change.mutate({ userId: user.user_id, role, done: `${nameOf(user)} is ${roleNames[role].toLowerCase()} now.` }),
    });
  }

  return (
    <>
      <PageHeader
        title="Users"
        description="Who can sign in here, and what they may do."
        actions={
          <Button leftSection={<Icon name="plus" />} onClick={() => setDialog({ name: 'invite' })}>
            Invite user
          </Button>
        }
      />
      <DataTable label="Users" columns={columns} rows={users.data} rowKey={(user) => user.user_id} />
      <Modal
        opened={dialog !== null}
        onClose={close}
        title={dialog && titles[dialog.name]}
        closeOnEscape={dialog?.name !== 'shown'}
        size="lg"
      >
        {dialog?.name === 'invite' && (
          <InviteUserForm onCancel={close} onInvited={(user) => setDialog({ name: 'shown', user })} />
        )}
        {dialog?.name === 'link' && (
          <UserLinkForm user={dialog.user} onCancel={close} onMade={(user) => setDialog({ name: 'shown', user })} />
        )}
        {dialog?.name === 'shown' && <ShownLink user={dialog.user} onClose={close} />}
      </Modal>
    </>
  );
}
