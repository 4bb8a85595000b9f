import { ActionIcon, Group, Text } from '@mantine/core';
import { Icon } from '../../../components/Icon.tsx';
import { StatusBadge } from '../../../components/StatusBadge.tsx';
import classes from './ToolList.module.css';
import { type FormTool, formKinds, toolAddress, toolName, toolSummary } from './tool-kinds.ts';

interface ToolListProps {
  /** With their places among all tools. */
  tools: readonly { tool: FormTool; index: number }[];
  problemOf: (index: number) => string | undefined;
  onEdit: (index: number) => void;
  onRemove: (index: number) => void;
}

export function ToolList({ tools, problemOf, onEdit, onRemove }: ToolListProps) {
  return (
    <ul className={classes.list} aria-label="Tools of the agent">
      {tools.map(({ tool, index }) => {
        const { name, icon } = formKinds[tool.type];
        const address = toolAddress(tool);
        const problem = problemOf(index);
        return (
          <li key={`${index} ${toolName(tool)}`} className={classes.tool}>
            <span className={classes.icon}>
              <Icon name={icon} />
            </span>
            <div className={classes.words}>
              <Group gap={8}>
                <Text fw={500} size="sm">
                  {toolName(tool)}
                </Text>
                {tool.type !== 'transfer_call' && <StatusBadge tone="neutral">{name}</StatusBadge>}
              </Group>
              <Text size="sm" lineClamp={2}>
                {toolSummary(tool)}
              </Text>
              {address !== null && (
                <span className={classes.address} translate="no" title={address}>
                  {address}
                </span>
              )}
              {problem !== undefined && (
                <Text size="sm" c="red" mt={4}>
                  {problem}
                </Text>
              )}
            </div>
            <Group gap={4} wrap="nowrap">
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                aria-label={`Change ${toolName(tool)}`}
                onClick={() => onEdit(index)}
              >
                <Icon name="edit" size={16} />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                aria-label={`Remove ${toolName(tool)}`}
                onClick={() => onRemove(index)}
              >
                <Icon name="trash" size={16} />
              </ActionIcon>
            </Group>
          </li>
        );
      })}
    </ul>
  );
}
