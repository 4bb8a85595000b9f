import { ActionIcon, Button, Input, Stack } from '@mantine/core';
import type { CSSProperties, ReactNode } from 'react';
import { Icon } from '../../../components/Icon.tsx';
import classes from './Rows.module.css';

interface RowsProps<Row> {
  label: string;
  description?: ReactNode;
  /** What one of them is called: "header". */
  noun: string;
  rows: readonly Row[];
  /** What a new one begins with. */
  empty: Row;
  error?: string | undefined;
  onChange: (rows: Row[]) => void;
  /** The fields of one; `set` changes some of them. */
  children: (row: Row, index: number, set: (change: Partial<Row>) => void) => ReactNode;
}

/** A list of entries that are filled in, added and removed. */
export function Rows<Row>({ label, description, noun, rows, empty, error, onChange, children }: RowsProps<Row>) {
  return (
    <Input.Wrapper label={label} labelElement="div" description={description} error={error}>
      <Stack gap="xs" mt={6} role="group" aria-label={label}>
        {rows.map((row, index) => (
          <fieldset key={index} className={classes.row} aria-label={`${capital(noun)} ${index + 1}`}>
            <div className={classes.fields}>
              {children(row, index, (change) => onChange(rows.with(index, { ...row, ...change })))}
            </div>
            <ActionIcon
              className={classes.remove}
              variant="subtle"
              color="gray"
              size={36}
              aria-label={`Remove ${noun} ${index + 1}`}
              onClick={() => onChange(rows.toSpliced(index, 1))}
            >
              <Icon name="trash" size={16} />
            </ActionIcon>
          </fieldset>
        ))}
        <div>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="plus" size={14} />}
            onClick={() => onChange([...rows, empty])}
          >
            Add a {noun}
          </Button>
        </div>
      </Stack>
    </Input.Wrapper>
  );
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A field of a row, so many twelfths of it wide. */
export function Cell({ columns, children }: { columns: number; children: ReactNode }) {
  return <div style={{ '--columns': columns } as CSSProperties}>{children}</div>;
}
