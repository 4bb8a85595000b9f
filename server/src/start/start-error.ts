import { PortTakenError } from './ports-free.ts';

/** What went wrong, for a person; with its origin when it is nothing that we know. */
export function explainError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  const known = error.name !== 'Error' && error.name !== 'TypeError' && error.name !== 'error';
  return `${error.message}${known || code !== undefined ? '' : `\n${error.stack}`}`;
}

/** What stopped the start, in words that say what to do next. */
export function explainStartError(error: unknown): string {
  return error instanceof PortTakenError ? error.message : `Parley could not start: ${explainError(error)}`;
}
