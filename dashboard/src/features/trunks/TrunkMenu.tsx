import { ActionIcon, Menu } from '@mantine/core';
import type { Trunk } from '@parley/contract';
import { confirm } from '../../components/confirm.ts';
import { Icon } from '../../components/Icon.tsx';
import { useRemoveTrunk } from './use-remove-trunk.ts';
import { useSwitchTrunk } from './use-switch-trunk.ts';

interface TrunkMenuProps {
  trunk: Trunk;
  /** How many are connected from it. */
  numbers: number;
  onEdit: () => void;
  onCall: () => void;
}

export function TrunkMenu({ trunk, numbers, onEdit, onCall }: TrunkMenuProps) {
  const change = useSwitchTrunk();
  const remove = useRemoveTrunk();
  const isDisabled = trunk.status === 'disabled';
  const askToDisable = () =>
    confirm({
      title: `Disable ${trunk.name}?`,
      consequence: 'No calls go through it in either direction. Waiting calls fail; live calls continue.',
      action: 'Disable trunk',
      destructive: false,
      onConfirm: () => change.mutate({ trunk, status: 'disabled' }),
    });
  const askToRemove = () =>
    confirm({
      title: `Remove ${trunk.name}?`,
      consequence:
        'Its settings are deleted. Waiting calls fail and are not sent through another trunk; live calls continue.',
      action: 'Remove trunk',
      onConfirm: () => remove.mutate(trunk),
    });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          ml="auto"
          variant="subtle"
          color="gray"
          aria-label={`More about ${trunk.name}`}
          loading={remove.isPending}
        >
          <Icon name="more" size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Icon name="edit" size={16} />} onClick={onEdit}>
          Change or test
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="calls" size={16} />} onClick={onCall} disabled={isDisabled}>
          Place a test call
        </Menu.Item>
        <Menu.Item
          onClick={isDisabled ? () => change.mutate({ trunk, status: 'active' }) : askToDisable}
          leftSection={<Icon name={isDisabled ? 'play' : 'pause'} size={16} />}
        >
          {isDisabled ? 'Activate' : 'Disable …'}
        </Menu.Item>
        <Menu.Item
          color="red"
          disabled={numbers > 0}
          leftSection={<Icon name="trash" size={16} />}
          onClick={askToRemove}
        >
          {numbers > 0 ? 'Remove (release its numbers first)' : 'Remove …'}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
