import { SimpleGrid, TextInput } from '@mantine/core';
import type { Variables } from '@parley/contract';

interface TestVariablesProps {
  names: readonly string[];
  defaults: Variables;
  given: Variables;
  onChange: (given: Variables) => void;
}

/** A field for each variable that the texts ask for. */
export function TestVariables({ names, defaults, given, onChange }: TestVariablesProps) {
  if (names.length === 0) return null;
  return (
    <SimpleGrid cols={2} spacing="xs">
      {names.map((name) => (
        <TextInput
          key={name}
          size="xs"
          label={name}
          placeholder={String(defaults[name] ?? '')}
          value={String(given[name] ?? '')}
          onChange={({ currentTarget: { value } }) => {
            const { [name]: _, ...others } = given;
            onChange(value === '' ? others : { ...others, [name]: value });
          }}
        />
      ))}
    </SimpleGrid>
  );
}
