import { ActionIcon, Menu, NativeSelect, Text } from '@mantine/core';
import type { Role, Session, User } from '@parley/contract';
import type { Column } from '../../components/DataTable.tsx';
import { Icon } from '../../components/Icon.tsx';
import { StatusBadge, type Tone } from '../../components/StatusBadge.tsx';
import { TimeText } from '../../components/TimeText.tsx';
import { manageableRoles, mayManage, roleNames } from './roles.ts';

export interface UserActions {
  onRole: (user: User, role: Role) => void;
  onLink: (user: User) => void;
  onStatus: (user: User, status: 'active' | 'disabled') => void;
  onRemove: (user: User) => void;
}

const tones: Record<User['status'], Tone> = { active: 'good', invited: 'neutral', disabled: 'bad' };

export const nameOf = (user: User) => user.name ?? user.email ?? 'The first owner';

function stateOf({ status, link_expires_at: linkExpiresAt }: User): string {
  if (status !== 'invited') return status === 'active' ? 'Active' : 'Disabled';
  return linkExpiresAt === null ? 'Invitation is over' : 'Invited';
}

export function userColumns({ permissions, user: me }: Session, actions: UserActions): Column<User>[] {
  return [
    {
      key: 'name',
      header: 'User',
      cell: (user) => (
        <div>
          <Text size="sm" fw={500}>
            {nameOf(user)}
            {user.user_id === me.user_id && (
              <Text component="span" size="sm" c="dimmed" fw={400}>
                {' '}
                (you)
              </Text>
            )}
          </Text>
          {user.name !== null && (
            <Text size="xs" c="dimmed" fw={400}>
              {user.email}
            </Text>
          )}
        </div>
      ),
    },
    {
      key: 'role',
      header: 'Role',
      width: '9rem',
      cell: (user) =>
        mayManage(permissions, user.role) ? (
          <NativeSelect
            aria-label={`Role of ${nameOf(user)}`}
            size="xs"
            data={manageableRoles(permissions).map((role) => ({ value: role, label: roleNames[role] }))}
            value={user.role}
            onChange={(event) => actions.onRole(user, event.currentTarget.value as Role)}
          />
        ) : (
          roleNames[user.role]
        ),
    },
    {
      key: 'status',
      header: 'Status',
      cell: (user) => <StatusBadge tone={tones[user.status]}>{stateOf(user)}</StatusBadge>,
    },
    { key: 'factor', header: 'Second factor', cell: (user) => (user.totp_enabled ? 'On' : 'Off') },
    {
      key: 'seen',
      header: 'Last seen',
      cell: (user) => (user.last_seen_at === null ? 'Never' : <TimeText at={user.last_seen_at} style="ago" />),
    },
    {
      key: 'actions',
      header: 'Actions',
      hideHeader: true,
      align: 'end',
      width: '3rem',
      cell: (user) => (mayManage(permissions, user.role) ? <UserMenu user={user} {...actions} /> : null),
    },
  ];
}

function UserMenu({ user, onLink, onStatus, onRemove }: UserActions & { user: User }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${nameOf(user)}`}>
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {user.status !== 'disabled' && (
          <Menu.Item leftSection={<Icon name="key" size={16} />} onClick={() => onLink(user)}>
            {user.status === 'invited' ? 'Make a new invitation' : 'Reset password'}
          </Menu.Item>
        )}
        {user.status === 'active' && (
          <Menu.Item leftSection={<Icon name="lock" size={16} />} onClick={() => onStatus(user, 'disabled')}>
            Disable
          </Menu.Item>
        )}
        {user.status === 'disabled' && (
          <Menu.Item leftSection={<Icon name="check" size={16} />} onClick={() => onStatus(user, 'active')}>
            Enable
          </Menu.Item>
        )}
        <Menu.Item color="red" leftSection={<Icon name="trash" size={16} />} onClick={() => onRemove(user)}>
          {user.status === 'invited' ? 'Take the invitation back' : 'Remove'}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
