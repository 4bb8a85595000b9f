import { Alert, Button, Card, Checkbox, Group, Stack, Text, Title } from '@mantine/core';
import type { BatchCheck, RowProblem } from '@parley/contract';
import { useState } from 'react';
import { type Column, DataTable } from '../../../components/DataTable.tsx';
import { Icon } from '../../../components/Icon.tsx';
import { Pages } from '../../../components/Pages.tsx';
import { PhoneText } from '../../../components/PhoneText.tsx';
import { counted } from '../batch-words.ts';
import { downloadBadRows } from './bad-rows.ts';
import type { StepProps } from './draft.ts';
import { StepButtons } from './StepButtons.tsx';

/** Every bad row by name, and what the first people hear. Nothing goes on with bad rows unless that is said. */
export function CheckStep({ draft, change, next, back }: StepProps) {
  const check = draft.check!;
  const badRows = new Set(check.problems.map(({ row }) => row)).size;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        next();
      }}
    >
      <Stack>
        <Alert
          color={badRows === 0 ? 'green' : 'yellow'}
          icon={<Icon name={badRows === 0 ? 'check' : 'warning'} />}
          role="status"
        >
          {counted(check.good, 'person', 'people')} can be called.
          {badRows > 0 && ` ${counted(badRows, 'row')} cannot be called.`}
        </Alert>
        {badRows > 0 && (
          <section aria-labelledby="bad-rows">
            <Group justify="space-between" mb="xs">
              <Title order={2} size="h5" id="bad-rows">
                Bad rows
              </Title>
              <Button
                variant="default"
                size="xs"
                leftSection={<Icon name="download" size={16} />}
                onClick={() => void downloadBadRows(draft.table!, draft.columns!, check.problems)}
              >
                Download the bad rows
              </Button>
            </Group>
            <Problems problems={check.problems} />
            <Checkbox
              mt="md"
              label={`Leave out the ${counted(badRows, 'bad row')}, and call the others`}
              checked={draft.leavesOutBad}
              onChange={({ currentTarget }) => change({ leavesOutBad: currentTarget.checked })}
              disabled={check.good === 0}
            />
          </section>
        )}
        {check.previews.length > 0 && <Previews previews={check.previews} />}
      </Stack>
      <StepButtons back={back} disabled={check.good === 0 || (badRows > 0 && !draft.leavesOutBad)} />
    </form>
  );
}

const PER_PAGE = 10;

function Problems({ problems }: { problems: readonly RowProblem[] }) {
  const [page, setPage] = useState(1);
  const shown = problems.slice((page - 1) * PER_PAGE, page * PER_PAGE);
  return (
    <>
      <DataTable
        label="Bad rows"
        rows={shown}
        rowKey={({ row, column, kind }) => `${row} ${column} ${kind}`}
        columns={columns}
      />
      <Pages
        page={page}
        perPage={PER_PAGE}
        list={{ data: shown, total: problems.length, has_more: page * PER_PAGE < problems.length }}
        onPage={(next = 1) => setPage(next)}
      />
    </>
  );
}

const columns: Column<RowProblem>[] = [
  { key: 'row', header: 'Row', cell: ({ row }) => `Row ${row}`, width: '90px' },
  {
    key: 'column',
    header: 'Column',
    cell: ({ column }) => (column === 'phone' ? 'Phone number' : column),
    width: '160px',
  },
  { key: 'reason', header: 'Problem', cell: ({ reason }) => reason },
];

function Previews({ previews }: { previews: BatchCheck['previews'] }) {
  return (
    <section aria-labelledby="previews">
      <Title order={2} size="h5" mb="xs" id="previews">
        What the first {previews.length === 1 ? 'person hears' : `${previews.length} people hear`}
      </Title>
      <Stack gap="sm">
        {previews.map(({ row, phone, hears }) => (
          <Card key={row} padding="md">
            <Text size="xs" c="dimmed">
              Row {row} · <PhoneText number={phone} />
            </Text>
            <Text size="sm" mt={4} c={hears === null ? 'dimmed' : undefined}>
              {hears ?? 'The language model makes up its first sentence from the prompt.'}
            </Text>
          </Card>
        ))}
      </Stack>
    </section>
  );
}
