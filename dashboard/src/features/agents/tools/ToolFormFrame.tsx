import { Alert, Button, Group, Stack } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { Icon } from '../../../components/Icon.tsx';
import type { ToolForm } from './use-tool-form.ts';

export interface ToolFormProps<Tool> {
  /** Null for a new one. */
  tool: Tool | null;
  /** Names that the agent's other tools have. */
  others: readonly string[];
  onKeep: (tool: Tool) => void;
  onCancel: () => void;
}

interface ToolFormFrameProps {
  form: Pick<ToolForm<unknown>, 'submit' | 'errorAt' | 'problems'>;
  isNew: boolean;
  onCancel: () => void;
  children: ReactNode;
  /** Where it can be tried. */
  trial?: ReactNode;
}

/** Fields of a tool, and what is done with it. */
export function ToolFormFrame({ form, isNew, onCancel, children, trial }: ToolFormFrameProps) {
  const isRefused = Object.keys(form.problems).some((path) => form.errorAt(path) !== undefined);
  const id = useId();
  return (
    <Stack>
      <form id={id} onSubmit={form.submit} noValidate autoComplete="off">
        <Stack>{children}</Stack>
      </form>
      {trial}
      {isRefused && (
        <Alert color="red" icon={<Icon name="warning" />} role="alert">
          Correct the fields marked in red first.
        </Alert>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" form={id}>
          {isNew ? 'Add tool' : 'Keep changes'}
        </Button>
      </Group>
    </Stack>
  );
}
