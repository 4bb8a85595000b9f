import { Text } from '@mantine/core';
import type { DraftState } from './draft-keeper.ts';

/** Whether what is typed is kept. Said to those who do not see it, too, when it changes. */
export function SaveState({ state: { status, changes, problem } }: { state: DraftState }) {
  return (
    <Text size="sm" c={status === 'failed' ? 'red' : 'dimmed'} role="status">
      {words(status, Object.keys(changes).length > 0, problem)}
    </Text>
  );
}

function words(status: DraftState['status'], hasChanges: boolean, problem: string | null): string {
  switch (status) {
    case 'waiting':
    case 'saving':
      return 'Saving the draft …';
    case 'failed':
      return `The draft is not saved. ${problem ?? ''}`;
    case 'conflict':
      return 'The draft is not saved: another window changed it.';
    case 'saved':
      return hasChanges ? 'Draft saved, not published' : 'Everything is published';
  }
}
