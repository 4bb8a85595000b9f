import { Checkbox, Select, Switch, TagsInput, Textarea, TextInput } from '@mantine/core';
import { schemaText } from './http-values.ts';
import { emptyRow, type ParameterRow, type ParameterType, parameterTypes, rowsOf, schemaOf } from './parameter-rows.ts';
import { Cell, Rows } from './Rows.tsx';
import { readSchema } from './schema-text.ts';

/** An object's fields as they are typed: as a table, or as JSON Schema. */
export interface SchemaValues {
  /** Which of the two is what counts. */
  isJson: boolean;
  rows: ParameterRow[];
  json: string;
}

interface SchemaFieldsProps {
  words: { label: string; description: string; jsonDescription: string; meaning: string; required: string };
  values: SchemaValues;
  set: (change: Partial<SchemaValues>) => void;
  /** By path: `json`, `rows`, `rows.2.name`. */
  errorAt: (path: string) => string | undefined;
}

/** A table, or JSON Schema where that says too little. */
export function SchemaFields({ words, values, set, errorAt }: SchemaFieldsProps) {
  const { isJson, rows, json } = values;
  const read = readSchema(json);
  const asTable = 'schema' in read ? rowsOf(read.schema) : null;
  const change = (toJson: boolean) =>
    set(toJson ? { isJson: true, json: schemaText(schemaOf(rows)) } : { isJson: false, rows: asTable ?? rows });
  return (
    <>
      {isJson ? (
        <Textarea
          label={`${words.label}, as JSON Schema`}
          description={words.jsonDescription}
          autosize
          minRows={8}
          maxRows={24}
          spellCheck={false}
          autoCapitalize="none"
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: '0.8125rem' } }}
          value={json}
          error={'problem' in read ? read.problem : errorAt('json')}
          onChange={(event) => set({ json: event.currentTarget.value })}
        />
      ) : (
        <Rows
          label={words.label}
          description={words.description}
          noun="value"
          rows={rows}
          empty={emptyRow}
          error={errorAt('rows')}
          onChange={(changed) => set({ rows: changed })}
        >
          {(row, index, setRow) => (
            <>
              <Cell columns={4}>
                <TextInput
                  label="Name"
                  placeholder="order_id"
                  autoCapitalize="none"
                  spellCheck={false}
                  value={row.name}
                  error={errorAt(`rows.${index}.name`)}
                  onChange={(event) => setRow({ name: event.currentTarget.value })}
                />
              </Cell>
              <Cell columns={3}>
                <Select
                  label="Kind"
                  data={parameterTypes}
                  allowDeselect={false}
                  value={row.type}
                  onChange={(type) => setRow({ type: type as ParameterType })}
                />
              </Cell>
              <Cell columns={5}>
                <TextInput
                  label="What it is"
                  placeholder={words.meaning}
                  value={row.description}
                  onChange={(event) => setRow({ description: event.currentTarget.value })}
                />
              </Cell>
              {row.type === 'enum' && (
                <Cell columns={12}>
                  <TagsInput
                    label="What may be chosen"
                    description="Press Enter after each."
                    value={row.options}
                    error={errorAt(`rows.${index}.options`)}
                    onChange={(options) => setRow({ options })}
                  />
                </Cell>
              )}
              <Cell columns={12}>
                <Checkbox
                  size="sm"
                  label={words.required}
                  checked={row.required}
                  onChange={(event) => setRow({ required: event.currentTarget.checked })}
                />
              </Cell>
            </>
          )}
        </Rows>
      )}
      <Switch
        size="sm"
        label="Write it as JSON Schema"
        description={isJson ? reasonAgainstTable('problem' in read, asTable !== null) : undefined}
        checked={isJson}
        disabled={isJson && asTable === null}
        onChange={(event) => change(event.currentTarget.checked)}
      />
    </>
  );
}

function reasonAgainstTable(isWrong: boolean, isTable: boolean): string | undefined {
  if (isWrong) return 'Correct it first to see it as a table again.';
  return isTable ? undefined : 'This schema cannot be shown as a table.';
}
