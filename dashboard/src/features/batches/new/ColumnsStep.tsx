import { Alert, Checkbox, Table as Grid, Group, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import type { BatchCheck } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { Icon } from '../../../components/Icon.tsx';
import { LoadingRows } from '../../../components/Loading.tsx';
import { batchRows, type Columns, columnNames, dataRows, guessColumns } from './columns.ts';
import type { StepProps } from './draft.ts';
import { StepButtons } from './StepButtons.tsx';
import { agentNeedsQuery, useCheckBatch } from './use-check-batch.ts';

const COUNTRY_CODE = /^(\+[1-9]\d{0,3})?$/;

/** Which column is the number, and which is which variable. */
export function ColumnsStep(props: StepProps) {
  const { agentId, table } = props.draft;
  const needs = useQuery(agentNeedsQuery(agentId!));
  if (needs.error) return <ErrorState error={needs.error} retry={() => void needs.refetch()} />;
  if (!needs.data || !table) return <LoadingRows rows={4} />;
  const columns = props.draft.columns ?? guessColumns(table, needs.data.variables);
  return <ColumnsForm {...props} columns={columns} asked={needs.data.variables} />;
}

interface ColumnsFormProps extends StepProps {
  columns: Columns;
  asked: BatchCheck['variables'];
}

function ColumnsForm({ draft, change, next, back, columns, asked }: ColumnsFormProps) {
  const check = useCheckBatch();
  const table = draft.table!;
  const names = columnNames(table, columns.hasNames);
  const choices = names.map((label, column) => ({ value: String(column), label }));
  const set = (changed: Partial<Columns>) => change({ columns: { ...columns, ...changed }, check: null });
  const used = new Set([columns.phone, ...Object.values(columns.variables)]);
  const spare = choices.filter(({ value }) => !used.has(Number(value)));
  const unmapped = asked.filter(({ name, needed }) => needed && (columns.variables[name] ?? null) === null);
  const isCode = COUNTRY_CODE.test(columns.countryCode);
  const submit = () => {
    const rows = batchRows(table, columns);
    check.mutate(
      { agent_id: draft.agentId!, rows },
      {
        onSuccess: (found) => {
          change({ columns, rows, check: found, leavesOutBad: false });
          next();
        },
      },
    );
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack>
        <Checkbox
          label="The first row has the names of the columns"
          checked={columns.hasNames}
          onChange={({ currentTarget }) => set({ hasNames: currentTarget.checked })}
        />
        <Group grow align="start" preventGrowOverflow={false} wrap="wrap">
          <Select
            label="Phone number"
            description="The column with whom to call"
            placeholder="Choose a column"
            miw={220}
            data={choices}
            value={columns.phone === null ? null : String(columns.phone)}
            onChange={(value) => set({ phone: value === null ? null : Number(value) })}
            allowDeselect={false}
          />
          <TextInput
            label="Country code of numbers without one"
            description="Such as +1; left empty, they are bad rows"
            miw={220}
            value={columns.countryCode}
            onChange={({ currentTarget }) => set({ countryCode: currentTarget.value.trim() })}
            error={isCode ? null : 'Write + and 1 to 4 digits'}
          />
        </Group>
        {asked.length > 0 && (
          <fieldset style={{ border: 0, padding: 0, margin: 0 }}>
            <Title order={2} size="h5" component="legend" mb={4}>
              What the agent says differently to each
            </Title>
            <Stack gap="sm">
              {asked.map(({ name, needed }) => (
                <Select
                  key={name}
                  label={`{{${name}}}`}
                  description={
                    needed ? 'Needed: the agent has no other value' : 'Left out, the agent has a value of its own'
                  }
                  placeholder={needed ? 'Choose a column' : "The agent's own value"}
                  data={choices}
                  value={columns.variables[name] == null ? null : String(columns.variables[name])}
                  onChange={(value) =>
                    set({ variables: { ...columns.variables, [name]: value === null ? null : Number(value) } })
                  }
                  clearable
                  clearButtonProps={{ 'aria-label': `No column for ${name}` }}
                />
              ))}
            </Stack>
          </fieldset>
        )}
        {spare.length > 0 && (
          <Checkbox.Group
            label="Also keep with each call"
            description="Columns that are not spoken, such as a customer number. They are included in the results."
            value={columns.kept.map(String)}
            onChange={(values) => set({ kept: values.map(Number) })}
          >
            <Group gap="md" mt="xs">
              {spare.map(({ value, label }) => (
                <Checkbox key={value} value={value} label={label} />
              ))}
            </Group>
          </Checkbox.Group>
        )}
        <FirstRows {...{ names, table, columns }} />
        {unmapped.length > 0 && (
          <Alert color="yellow" icon={<Icon name="warning" />}>
            No column is chosen for {unmapped.map(({ name }) => `{{${name}}}`).join(', ')}: every row will be bad.
          </Alert>
        )}
        {check.error && (
          <Alert color="red" icon={<Icon name="warning" />} role="alert">
            {check.error.message}
          </Alert>
        )}
      </Stack>
      <StepButtons
        back={back}
        label="Check the rows"
        disabled={columns.phone === null || !isCode}
        loading={check.isPending}
      />
    </form>
  );
}

/** The first rows of the file, so that a person sees which column is which. */
function FirstRows({ names, table, columns }: { names: string[]; table: StepTable; columns: Columns }) {
  return (
    <div>
      <Text size="sm" fw={500} mb={4} id="first-rows">
        The first rows
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keyboard, too */}
      <section style={{ overflowX: 'auto' }} tabIndex={0} aria-labelledby="first-rows">
        <Grid withTableBorder fz="sm" aria-labelledby="first-rows">
          <Grid.Thead>
            <Grid.Tr>
              {names.map((name, column) => (
                <Grid.Th key={column} style={{ whiteSpace: 'nowrap' }}>
                  {name}
                </Grid.Th>
              ))}
            </Grid.Tr>
          </Grid.Thead>
          <Grid.Tbody>
            {dataRows(table, columns)
              .slice(0, 3)
              .map(({ row, cells }) => (
                <Grid.Tr key={row}>
                  {names.map((_, column) => (
                    <Grid.Td
                      key={column}
                      maw={220}
                      style={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
                    >
                      {cells[column]}
                    </Grid.Td>
                  ))}
                </Grid.Tr>
              ))}
          </Grid.Tbody>
        </Grid>
      </section>
    </div>
  );
}

type StepTable = NonNullable<StepProps['draft']['table']>;
