import { Checkbox, Select, Switch, TagsInput, Textarea, TextInput } from '@mantine/core';
import { type HttpValues, schemaText } from './http-values.ts';
import { inDialog } from './in-dialog.ts';
import { emptyRow, type ParameterType, parameterTypes, rowsOf, schemaOf } from './parameter-rows.ts';
import { Cell, Rows } from './Rows.tsx';
import { readSchema } from './schema-text.ts';
import type { ToolForm } from './use-tool-form.ts';

/** What the agent fills in: a table, or JSON Schema where that says too little. */
export function ParameterFields({ form: { values, set, errorAt } }: { form: ToolForm<HttpValues> }) {
  const { isJson, rows, json } = values;
  const read = readSchema(json);
  const asTable = 'schema' in read ? rowsOf(read.schema) : null;
  const change = (toJson: boolean) =>
    set(toJson ? { isJson: true, json: schemaText(schemaOf(rows)) } : { isJson: false, rows: asTable ?? rows });
  return (
    <>
      {isJson ? (
        <Textarea
          label="What the agent fills in, as JSON Schema"
          description="An object whose properties are the arguments. It is checked while you type."
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
          label="What the agent fills in"
          description="The agent takes these out of the conversation. They go into the address where {{args.name}} stands, the others behind the ? of GET and DELETE, and into the JSON body of the rest."
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
                  comboboxProps={inDialog}
                  allowDeselect={false}
                  value={row.type}
                  onChange={(type) => setRow({ type: type as ParameterType })}
                />
              </Cell>
              <Cell columns={5}>
                <TextInput
                  label="What it is"
                  placeholder="For the agent: what is meant"
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
                  label="Required: the agent asks for it before it goes on"
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
  if (isWrong) return 'Mend it first, to see it as a table again.';
  return isTable ? undefined : 'A table cannot show what this says.';
}
