import { Alert } from '@mantine/core';
import { Icon } from './Icon.tsx';
import { fieldOf } from './use-contract-form.ts';

interface FormProblemProps {
  /** Of the mutation. */
  error: unknown;
  form: { getValues: () => Record<string, unknown> };
}

/** Above a form's button: what went wrong, unless a field shows it already. */
export function FormProblem({ error, form }: FormProblemProps) {
  if (!(error instanceof Error) || fieldOf(error, form.getValues()) !== null) return null;
  return (
    <Alert color="red" icon={<Icon name="warning" />} role="alert">
      {error.message}
    </Alert>
  );
}
