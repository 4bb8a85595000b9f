import { ActionIcon, Group, Menu, Text } from '@mantine/core';
import { type ApiKey, Permission } from '@parley/contract';
import type { Column } from '../../components/DataTable.tsx';
import { Icon } from '../../components/Icon.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { TimeText } from '../../components/TimeText.tsx';

export interface KeyActions {
  onRename: (key: ApiKey) => void;
  onRotate: (key: ApiKey) => void;
  onRevoke: (key: ApiKey) => void;
}

const hasExpired = ({ expires_at: expiresAt }: ApiKey) => expiresAt !== null && expiresAt * 1000 <= Date.now();

function permissionText({ permissions }: ApiKey): string {
  return permissions.length === Permission.options.length ? 'Everything' : permissions.join(', ');
}

export function keyColumns(actions: KeyActions): Column<ApiKey>[] {
  return [
    {
      key: 'name',
      header: 'Name',
      cell: (key) => (
        <Group gap={8} wrap="nowrap">
          <Text size="sm" fw={500} component="span">
            {key.name ?? 'Without a name'}
          </Text>
          <Text size="sm" c="dimmed" component="span" ff="monospace">
            …{key.last_four}
          </Text>
        </Group>
      ),
    },
    {
      key: 'permissions',
      header: 'Permissions',
      cell: (key) => (
        <Text size="sm" maw={320} lineClamp={2} title={key.permissions.join(', ')}>
          {permissionText(key)}
        </Text>
      ),
    },
    {
      key: 'used',
      header: 'Last used',
      cell: (key) => (key.last_used_at === null ? 'Never' : <TimeText at={key.last_used_at} style="ago" />),
    },
    {
      key: 'expires',
      header: 'Expires',
      cell: (key) => {
        if (key.expires_at === null) return 'Never';
        if (hasExpired(key)) return <StatusBadge tone="bad">Expired</StatusBadge>;
        return <TimeText at={key.expires_at} style="ago" />;
      },
    },
    { key: 'created', header: 'Created', cell: (key) => <TimeText at={key.created_at} style="day" /> },
    {
      key: 'actions',
      header: 'Actions',
      hideHeader: true,
      align: 'end',
      width: '3rem',
      cell: (key) => <KeyMenu apiKey={key} {...actions} />,
    },
  ];
}

function KeyMenu({ apiKey, onRename, onRotate, onRevoke }: KeyActions & { apiKey: ApiKey }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Actions for the key ${apiKey.name ?? ''} …${apiKey.last_four}`}
        >
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Icon name="edit" size={16} />} onClick={() => onRename(apiKey)}>
          Rename
        </Menu.Item>
        {!hasExpired(apiKey) && (
          <Menu.Item leftSection={<Icon name="refresh" size={16} />} onClick={() => onRotate(apiKey)}>
            Rotate
          </Menu.Item>
        )}
        <Menu.Item color="red" leftSection={<Icon name="trash" size={16} />} onClick={() => onRevoke(apiKey)}>
          Revoke
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
