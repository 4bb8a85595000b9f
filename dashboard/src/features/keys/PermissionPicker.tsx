import { Button, Checkbox, Group, Input, SimpleGrid } from '@mantine/core';
import { allows, Permission, permissionMeanings } from '@parley/contract';
import type { ReactNode } from 'react';
import { useSession } from '../session/use-session.ts';

interface PermissionPickerProps {
  value: readonly Permission[];
  onChange: (permissions: Permission[]) => void;
  error?: ReactNode;
}

const presets: readonly { label: string; permissions: readonly Permission[] }[] = [
  { label: 'Place calls', permissions: ['calls:read', 'calls:write', 'agents:read'] },
  { label: 'Read only', permissions: ['calls:read', 'agents:read', 'numbers:read'] },
  { label: 'Everything', permissions: Permission.options },
];

/** What a key may do; what its maker may not do cannot be chosen. */
export function PermissionPicker({ value, onChange, error }: PermissionPickerProps) {
  const { permissions: held } = useSession();
  const grantable = Permission.options.filter((permission) => allows(held, permission));
  const toggle = (permission: Permission, isOn: boolean) =>
    onChange(isOn ? [...value, permission] : value.filter((chosen) => chosen !== permission));
  return (
    <Input.Wrapper label="Permissions" description="What the key can do. Give it only what it needs." error={error}>
      <Group gap="xs" my="xs">
        {presets.map(({ label, permissions }) => (
          <Button
            key={label}
            variant="default"
            size="compact-sm"
            onClick={() => onChange(permissions.filter((permission) => grantable.includes(permission)))}
          >
            {label}
          </Button>
        ))}
      </Group>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing={10} role="group" aria-label="Permissions">
        {grantable.map((permission) => (
          <Checkbox
            key={permission}
            label={permission}
            description={permissionMeanings[permission]}
            checked={value.includes(permission)}
            onChange={(event) => toggle(permission, event.currentTarget.checked)}
          />
        ))}
      </SimpleGrid>
    </Input.Wrapper>
  );
}
