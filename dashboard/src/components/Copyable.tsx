import { ActionIcon, Code, CopyButton, Group, Tooltip } from '@mantine/core';
import { Icon } from './Icon.tsx';

interface CopyableProps {
  value: string;
  /** What is copied: "Copy the API key". */
  label: string;
  /** Several lines, such as a command. */
  block?: boolean;
  /** What is seen instead of the value, where it is too long. */
  shown?: string;
}

export function Copyable({ value, label, block = false, shown = value }: CopyableProps) {
  return (
    <Group gap={4} wrap="nowrap" align={block ? 'flex-start' : 'center'}>
      <Code block={block} flex={block ? 1 : undefined} miw={0} tabIndex={block ? 0 : undefined}>
        {shown}
      </Code>
      <CopyButton value={value} timeout={2000}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? 'Copied' : label}>
            <ActionIcon variant="subtle" color="gray" aria-label={copied ? 'Copied' : label} onClick={copy}>
              <Icon name={copied ? 'check' : 'copy'} size={16} />
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </Group>
  );
}
