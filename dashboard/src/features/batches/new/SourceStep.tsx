import { Alert, Anchor, Button, FileButton, Select, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type DragEvent, useState } from 'react';
import { Icon } from '../../../components/Icon.tsx';
import { agentsQuery } from '../../calls/agent-names.ts';
import { counted } from '../batch-words.ts';
import type { StepProps } from './draft.ts';
import { readFile, readText, type Table } from './read-table.ts';
import classes from './SourceStep.module.css';
import { StepButtons } from './StepButtons.tsx';

/** Who calls, and whom: a file that is dropped or chosen, or a table that is pasted. */
export function SourceStep({ draft, change, next }: StepProps) {
  const agents = useQuery(agentsQuery);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isReading, setReading] = useState(false);
  const take = async (reading: Promise<Table>) => {
    setReading(true);
    try {
      // Columns, and what was checked, are of another table.
      change({ table: await reading, columns: null, check: null, rows: [], leavesOutBad: false });
      setProblem(null);
    } catch (error) {
      change({ table: null });
      setProblem((error as Error).message);
    } finally {
      setReading(false);
    }
  };
  const active = agents.data?.data.filter(({ status }) => status === 'active') ?? [];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        next();
      }}
    >
      <Stack>
        <Select
          label="Agent"
          description="Who calls. Only active agents can."
          placeholder={agents.isPending ? 'Reading …' : 'Choose an agent'}
          data={active.map(({ agent_id, name }) => ({ value: agent_id, label: name }))}
          value={draft.agentId}
          onChange={(agentId) => change({ agentId, columns: null, check: null })}
          allowDeselect={false}
          searchable
        />
        {agents.data && active.length === 0 && (
          <Alert icon={<Icon name="info" />}>
            There is no active agent.{' '}
            <Anchor component={Link} to="/agents" inherit underline="always">
              Make one first
            </Anchor>
            .
          </Alert>
        )}
        <DropZone disabled={isReading} onFile={(file) => void take(readFile(file))} />
        <Textarea
          label="Or paste the rows"
          description="Copied from a spreadsheet, or one number on each line."
          placeholder={'phone\tname\n+12025550101\tMaria Lopez'}
          minRows={4}
          autosize
          maxRows={10}
          value={text}
          onChange={({ currentTarget: { value } }) => {
            setText(value);
            if (value.trim() !== '') void take(readText(value));
          }}
        />
        {problem !== null && (
          <Alert color="red" icon={<Icon name="warning" />} role="alert">
            {problem}
          </Alert>
        )}
        <div role="status">{draft.table && <Found table={draft.table} />}</div>
      </Stack>
      <StepButtons disabled={draft.agentId === null || draft.table === null} loading={isReading} />
    </form>
  );
}

function Found({ table }: { table: Table }) {
  return (
    <Alert
      color={table.warning === null ? 'green' : 'yellow'}
      icon={<Icon name={table.warning === null ? 'check' : 'warning'} />}
    >
      {table.fileName ?? 'What was pasted'} has {counted(table.rows.length, 'row')}. {table.warning}
    </Alert>
  );
}

function DropZone({ disabled, onFile }: { disabled: boolean; onFile: (file: File) => void }) {
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onFile(file);
  };
  return (
    // A mouse drops here; the button inside is for everybody.
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Icon name="upload" size={24} />
      <Text size="sm">Drop a CSV file here, or</Text>
      <FileButton
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        onChange={(file) => file && onFile(file)}
        inputProps={{ 'aria-label': 'CSV file', tabIndex: -1 }}
      >
        {(props) => (
          <Button {...props} variant="default" size="xs" disabled={disabled}>
            Choose a file
          </Button>
        )}
      </FileButton>
      <Text size="xs" c="dimmed">
        Up to 10,000 rows. Commas, semicolons or tabs between cells.
      </Text>
    </div>
  );
}
