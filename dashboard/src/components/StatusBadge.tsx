import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';

const colors = { good: 'green', bad: 'red', warning: 'yellow', live: 'blue', neutral: 'gray' } as const;
export type Tone = keyof typeof colors;

/** A state in a word. Colour never says what the word does not. */
export function StatusBadge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <Badge color={colors[tone]} miw="max-content">
      {children}
    </Badge>
  );
}
