import { Select, Textarea, TextInput } from '@mantine/core';
import type { ArgumentField, TypedArguments } from './argument-fields.ts';

interface ArgumentInputsProps {
  fields: readonly ArgumentField[];
  typed: TypedArguments;
  problems: Readonly<Record<string, string>>;
  onChange: (typed: TypedArguments) => void;
}

/** What the agent would fill in, filled in by hand. */
export function ArgumentInputs({ fields, typed, problems, onChange }: ArgumentInputsProps) {
  return fields.map((field) => {
    const { name, kind, options, required, description } = field;
    const props = {
      label: name,
      description: description || undefined,
      withAsterisk: required,
      error: problems[name],
      value: typed[name] ?? '',
    };
    const change = (value: string) => onChange({ ...typed, [name]: value });
    if (kind === 'choice' || kind === 'boolean') {
      const data =
        kind === 'boolean'
          ? [
              { value: 'true', label: 'Yes' },
              { value: 'false', label: 'No' },
            ]
          : options.map(({ written }) => written);
      return (
        <Select
          key={name}
          {...props}
          value={typed[name] || null}
          data={data}
          clearable={!required}
          clearButtonProps={{ 'aria-label': `Clear: ${name}` }}
          onChange={(value) => change(value ?? '')}
        />
      );
    }
    if (kind === 'json') {
      return (
        <Textarea
          key={name}
          {...props}
          placeholder="As JSON"
          autosize
          minRows={2}
          maxRows={8}
          spellCheck={false}
          onChange={(event) => change(event.currentTarget.value)}
        />
      );
    }
    return (
      <TextInput
        key={name}
        {...props}
        inputMode={kind === 'number' ? 'decimal' : 'text'}
        onChange={(event) => change(event.currentTarget.value)}
      />
    );
  });
}
