import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { keysQuery } from '../keys/keys-query.ts';
import { usersQuery } from '../users/users-query.ts';
import type { AuditSearch } from './audit-search.ts';

const actions = [
  { value: '', label: 'Everything' },
  { value: 'agent', label: 'Agents' },
  { value: 'call', label: 'Calls' },
  { value: 'batch', label: 'Batches' },
  { value: 'number', label: 'Numbers' },
  { value: 'trunk', label: 'Trunks' },
  { value: 'webhook', label: 'Webhooks' },
  { value: 'suppression', label: 'Suppression list' },
  { value: 'key', label: 'API keys' },
  { value: 'user', label: 'Users and sign-in' },
  { value: 'account', label: 'Account' },
];

interface AuditFiltersProps {
  search: AuditSearch;
  onChange: (search: AuditSearch) => void;
}

/** What is chosen is in the address; an empty field filters nothing. */
export function AuditFilters({ search, onChange }: AuditFiltersProps) {
  const { data: users } = useQuery(usersQuery);
  const { data: keys } = useQuery(keysQuery);
  const actors = [
    { value: '', label: 'Everybody' },
    ...(users?.data ?? []).map(({ user_id: value, name, email }) => ({ value, label: name ?? email ?? value })),
    ...(keys?.data ?? []).map((key) => ({ value: key.key_id, label: `Key ${key.name ?? ''} …${key.last_four}` })),
    { value: 'operator', label: 'Command line' },
    { value: 'system', label: 'Parley' },
  ];
  const set = (change: Partial<AuditSearch>) => {
    const { page: _, ...rest } = { ...search, ...change };
    onChange(Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined && value !== '')));
  };
  const { page: _, ...filters } = search;
  return (
    <Group gap="sm" align="flex-end" mb="md">
      <NativeSelect
        label="What"
        data={actions}
        value={search.action ?? ''}
        onChange={(event) => set({ action: event.currentTarget.value })}
      />
      <NativeSelect
        label="Who"
        data={actors}
        value={search.actor ?? ''}
        onChange={(event) => set({ actor: event.currentTarget.value })}
      />
      <TextInput
        label="From"
        type="date"
        value={search.from ?? ''}
        onChange={(event) => set({ from: event.currentTarget.value })}
      />
      <TextInput
        label="To"
        type="date"
        value={search.to ?? ''}
        onChange={(event) => set({ to: event.currentTarget.value })}
      />
      {Object.keys(filters).length > 0 && (
        <Button variant="subtle" color="gray" onClick={() => onChange({})}>
          Clear filters
        </Button>
      )}
    </Group>
  );
}
