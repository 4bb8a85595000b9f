import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';

interface StepButtonsProps {
  back?: () => void;
  /** Of the way on. */
  label?: string;
  disabled?: boolean;
  loading?: boolean;
  children?: ReactNode;
}

/** The end of a step; the button on the right sends the step's form. */
export function StepButtons({
  back,
  label = 'Continue',
  disabled = false,
  loading = false,
  children,
}: StepButtonsProps) {
  return (
    <Group justify="space-between" mt="lg">
      {back ? (
        <Button variant="default" onClick={back}>
          Back
        </Button>
      ) : (
        <span />
      )}
      <Group gap="sm">
        {children}
        <Button type="submit" disabled={disabled} loading={loading}>
          {label}
        </Button>
      </Group>
    </Group>
  );
}
