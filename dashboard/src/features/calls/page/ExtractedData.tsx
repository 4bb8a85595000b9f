import { Card, Code } from '@mantine/core';
import type { ReactNode } from 'react';
import { Facts } from './Facts.tsx';

/** What was read out of a call by the agent's own schema. */
export function ExtractedData({ data }: { data: Readonly<Record<string, unknown>> }) {
  return (
    <Card component="section" aria-label="Extracted data" padding="md">
      <Facts
        title="Extracted data"
        facts={Object.entries(data).map(([name, value]) => [name, <Value key={name} value={value} />])}
      />
    </Card>
  );
}

function Value({ value }: { value: unknown }): ReactNode {
  if (value === null) return 'Not given';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'object') return <Code block>{JSON.stringify(value, null, 2)}</Code>;
  return String(value);
}
