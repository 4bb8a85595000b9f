import { ActionIcon, Menu } from '@mantine/core';
import type { Provider } from '@parley/contract';
import { confirm } from '../../components/confirm.ts';
import { Icon } from '../../components/Icon.tsx';
import { Consequence } from './Consequence.tsx';
import type { ProviderUse } from './provider-uses.ts';
import { useRemoveProvider } from './use-remove-provider.ts';

interface ProviderMenuProps {
  provider: Provider;
  uses: readonly ProviderUse[];
  onOpen: () => void;
  onTest: () => void;
}

export function ProviderMenu({ provider, uses, onOpen, onTest }: ProviderMenuProps) {
  const remove = useRemoveProvider();
  const askToRemove = () =>
    confirm({
      title: `Remove ${provider.name}?`,
      consequence: <Consequence uses={uses} />,
      action: 'Remove provider',
      onConfirm: () => remove.mutate(provider),
    });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          ml="auto"
          variant="subtle"
          color="gray"
          aria-label={`More about ${provider.name}`}
          loading={remove.isPending}
        >
          <Icon name="more" size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Icon name="edit" size={16} />} onClick={onOpen}>
          Change, or give a new key
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="play" size={16} />} onClick={onTest}>
          Test
        </Menu.Item>
        <Menu.Item color="red" leftSection={<Icon name="trash" size={16} />} onClick={askToRemove}>
          Remove …
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
