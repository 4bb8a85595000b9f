import { ActionIcon, Menu } from '@mantine/core';
import type { Agent, KnowledgeDocument } from '@parley/contract';
import { confirm } from '../../components/confirm.ts';
import { Icon } from '../../components/Icon.tsx';
import { useRemoveDocument } from './use-remove-document.ts';

interface DocumentMenuProps {
  document: KnowledgeDocument;
  agents: readonly Agent[];
  onOpen: () => void;
}

export function DocumentMenu({ document, agents, onOpen }: DocumentMenuProps) {
  const remove = useRemoveDocument();
  const { name } = document;
  const askToRemove = () =>
    confirm({
      title: `Remove ${name}?`,
      consequence:
        agents.length > 0
          ? `${agents.map((agent) => agent.name).join(', ')} ${agents.length === 1 ? 'knows' : 'know'} it. It can be removed when no agent does: take it out of the knowledge there first.`
          : 'The document and its passages are deleted. Transcripts still name it.',
      action: 'Remove document',
      onConfirm: () => remove.mutate(document),
    });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          ml="auto"
          variant="subtle"
          color="gray"
          aria-label={`More about ${name}`}
          loading={remove.isPending}
        >
          <Icon name="more" size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Icon name="edit" size={16} />} onClick={onOpen}>
          Rename
        </Menu.Item>
        <Menu.Item color="red" leftSection={<Icon name="trash" size={16} />} onClick={askToRemove}>
          Remove …
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
