import { NumberInput, Select, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import type { HttpTool } from '@parley/contract';
import { HeaderRows } from './HeaderRows.tsx';
import { isKept } from './header-values.ts';
import { type HttpValues, httpProblems, httpToolOf, httpValuesOf, newHttpTool } from './http-values.ts';
import { ParameterFields } from './ParameterFields.tsx';
import { Cell, Rows } from './Rows.tsx';
import { ToolFormFrame, type ToolFormProps } from './ToolFormFrame.tsx';
import { HttpTrial } from './trial/HttpTrial.tsx';
import { useToolForm } from './use-tool-form.ts';

const methods = [
  { value: 'GET', label: 'GET: read' },
  { value: 'POST', label: 'POST: enter' },
  { value: 'PUT', label: 'PUT: replace' },
  { value: 'PATCH', label: 'PATCH: change' },
  { value: 'DELETE', label: 'DELETE: remove' },
];

export function HttpToolForm({ tool, others, onKeep, onCancel }: ToolFormProps<HttpTool>) {
  const problemsOf = (values: HttpValues) => ({
    ...(others.includes(values.name) && { name: `Another tool is called ${values.name} already.` }),
    ...httpProblems(values, tool),
  });
  const form = useToolForm(httpValuesOf(tool ?? newHttpTool), problemsOf, (values) => onKeep(httpToolOf(values, tool)));
  const { values, set, errorAt, problems } = form;
  const isValid = Object.keys(problems).length === 0;
  return (
    <ToolFormFrame
      form={form}
      isNew={tool === null}
      onCancel={onCancel}
      trial={<HttpTrial tool={isValid ? httpToolOf(values, tool) : null} />}
    >
      <TextInput
        label="Name"
        description="What the agent calls it: letters, digits and _, for example find_order."
        placeholder="find_order"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus={tool === null || undefined}
        value={values.name}
        error={errorAt('name')}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <Textarea
        label="What it does, and when to use it"
        description="The agent decides by this. “Finds an order. Use it when the caller asks where a parcel is.”"
        autosize
        minRows={2}
        maxRows={8}
        value={values.description}
        error={errorAt('description')}
        onChange={(event) => set({ description: event.currentTarget.value })}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          label="Method"
          description="What the address expects."
          data={methods}
          allowDeselect={false}
          value={values.method}
          onChange={(method) => set({ method: method as HttpValues['method'] })}
        />
        <NumberInput
          label="Time-out"
          description="After this time the agent continues as if the tool had failed."
          suffix=" s"
          value={values.timeout}
          error={errorAt('timeout')}
          onChange={(timeout) => set({ timeout })}
        />
      </SimpleGrid>
      <TextInput
        label="Address"
        description="Behind the host it may hold {{variables}} of the call, and {{args.name}}, which the agent fills in."
        placeholder="https://api.example.com/orders/{{args.order_id}}"
        type="text"
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        value={values.url}
        error={errorAt('url')}
        onChange={(event) => set({ url: event.currentTarget.value })}
      />
      <ParameterFields form={form} />
      <HeaderRows
        headers={values.headers}
        isStored={(header) => isKept(header, values, tool)}
        errorAt={errorAt}
        onChange={(headers) => set({ headers })}
      />
      <TextInput
        label="Said meanwhile"
        description="Said if the tool takes longer. If empty: “One moment, please.”"
        value={values.say}
        error={errorAt('say')}
        onChange={(event) => set({ say: event.currentTarget.value })}
      />
      <Rows
        label="Kept from the response"
        description="Parts of a JSON response become {{variables}} of the call."
        noun="variable"
        rows={values.results}
        empty={{ name: '', path: '$.' }}
        error={errorAt('results')}
        onChange={(results) => set({ results })}
      >
        {(result, index, setResult) => (
          <>
            <Cell columns={5}>
              <TextInput
                label="Variable"
                placeholder="customer_name"
                autoCapitalize="none"
                spellCheck={false}
                value={result.name}
                error={errorAt(`results.${index}.name`)}
                onChange={(event) => setResult({ name: event.currentTarget.value })}
              />
            </Cell>
            <Cell columns={7}>
              <TextInput
                label="Where it is in the response"
                placeholder="$.customer.name"
                autoCapitalize="none"
                spellCheck={false}
                value={result.path}
                error={errorAt(`results.${index}.path`)}
                onChange={(event) => setResult({ path: event.currentTarget.value })}
              />
            </Cell>
          </>
        )}
      </Rows>
    </ToolFormFrame>
  );
}
