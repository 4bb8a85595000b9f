import { ActionIcon, Group, PasswordInput, TextInput, Tooltip } from '@mantine/core';
import { Icon } from '../../../components/Icon.tsx';

interface SecretFieldProps {
  label: string;
  description?: string;
  /** Null: the one that is stored. */
  value: string | null;
  /** Whether a secret is stored, which null represents. */
  isStored: boolean;
  error?: string | undefined;
  onChange: (value: string) => void;
}

/** What is written once, and never read again. */
export function SecretField({ label, description, value, isStored, error, onChange }: SecretFieldProps) {
  if (value === null && isStored) {
    return (
      <Group gap={6} wrap="nowrap" align="flex-end">
        <TextInput
          flex={1}
          readOnly
          label={label}
          description={description}
          value="Stored, never shown"
          styles={{ input: { color: 'var(--mantine-color-dimmed)' } }}
        />
        <Tooltip label="Replace it">
          <ActionIcon variant="default" size={36} aria-label={`Replace: ${label}`} onClick={() => onChange('')}>
            <Icon name="edit" size={16} />
          </ActionIcon>
        </Tooltip>
      </Group>
    );
  }
  return (
    <PasswordInput
      label={label}
      description={description}
      autoComplete="off"
      data-1p-ignore
      value={value ?? ''}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
