import { Checkbox, TextInput } from '@mantine/core';
import { emptyHeader, type HeaderValues } from './header-values.ts';
import { Cell, Rows } from './Rows.tsx';
import { SecretField } from './SecretField.tsx';

interface HeaderRowsProps {
  headers: HeaderValues[];
  /** Whether the service has the secret of a header. */
  isStored: (header: HeaderValues) => boolean;
  errorAt: (path: string) => string | undefined;
  onChange: (headers: HeaderValues[]) => void;
}

export function HeaderRows({ headers, isStored, errorAt, onChange }: HeaderRowsProps) {
  return (
    <Rows
      label="Headers"
      description="Sent with each request, for example a key in Authorization. A secret is stored encrypted and never shown again."
      noun="header"
      rows={headers}
      empty={emptyHeader}
      error={errorAt('headers')}
      onChange={onChange}
    >
      {(header, index, set) => (
        <>
          <Cell columns={4}>
            <TextInput
              label="Name"
              placeholder="Authorization"
              autoCapitalize="none"
              spellCheck={false}
              value={header.name}
              error={errorAt(`headers.${index}.name`)}
              onChange={(event) => set({ name: event.currentTarget.value })}
            />
          </Cell>
          <Cell columns={8}>
            {header.secret ? (
              <SecretField
                label="Value"
                value={header.value}
                isStored={isStored(header)}
                error={errorAt(`headers.${index}.value`)}
                onChange={(value) => set({ value })}
              />
            ) : (
              <TextInput
                label="Value"
                spellCheck={false}
                value={header.value ?? ''}
                error={errorAt(`headers.${index}.value`)}
                onChange={(event) => set({ value: event.currentTarget.value })}
              />
            )}
          </Cell>
          <Cell columns={12}>
            <Checkbox
              size="sm"
              label="Secret"
              checked={header.secret}
              // What is stored does not become readable.
              onChange={(event) => set({ secret: event.currentTarget.checked, value: header.value ?? '' })}
            />
          </Cell>
        </>
      )}
    </Rows>
  );
}
