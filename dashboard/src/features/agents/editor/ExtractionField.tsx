import { Stack, Switch } from '@mantine/core';
import { useState } from 'react';
import { schemaText } from '../tools/http-values.ts';
import { emptyRow, rowProblems, rowsOf, schemaOf } from '../tools/parameter-rows.ts';
import { SchemaFields, type SchemaValues } from '../tools/SchemaFields.tsx';
import { readSchema } from '../tools/schema-text.ts';
import { useEditorForm } from './editor-context.ts';

const words = {
  label: 'Values extracted from each call',
  description:
    'After each call, the language model looks for these values in the transcript. They are shown with the call and sent in its webhook.',
  jsonDescription: 'An object whose properties are the values to extract. It is checked while you type.',
  meaning: 'Description for the model',
  required: 'Always there: null is no answer',
};

/** What the analysis of a call looks for. */
export function ExtractionField() {
  const { settings, set, problemAt, problemsBelow } = useEditorForm();
  const { extraction = null } = settings;
  const [values, setValues] = useState(() => valuesOf(extraction));
  const change = (next: SchemaValues) => {
    setValues(next);
    set('extraction', schemaOfValues(next));
  };
  const problem = problemAt('extraction') ?? problemsBelow('extraction')[0];
  const problems = rowProblems(values.rows);
  const errorAt = (path: string) =>
    path.startsWith('rows.')
      ? problems[path.slice('rows.'.length)]
      : path === (values.isJson ? 'json' : 'rows')
        ? problem
        : undefined;
  return (
    <Stack gap="sm">
      <Switch
        label="Extract values from each call"
        description="For example the day of the appointment. This needs a language model."
        checked={extraction !== null}
        onChange={(event) => {
          const next = valuesOf(schemaOf([emptyRow]));
          if (event.currentTarget.checked) change(next);
          else set('extraction', null);
        }}
      />
      {extraction !== null && (
        <SchemaFields words={words} values={values} set={(part) => change({ ...values, ...part })} errorAt={errorAt} />
      )}
    </Stack>
  );
}

function valuesOf(schema: unknown): SchemaValues {
  const rows = rowsOf(schema);
  const json = typeof schema === 'string' ? schema : schemaText(schema);
  return { isJson: schema !== null && rows === null, rows: rows ?? [], json };
}

/** What is no JSON yet is kept as it is typed, and refused until it is. */
function schemaOfValues({ isJson, rows, json }: SchemaValues): unknown {
  if (!isJson) return schemaOf(rows);
  const read = readSchema(json);
  return 'schema' in read ? read.schema : json;
}
