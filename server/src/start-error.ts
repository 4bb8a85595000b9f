import { PortTakenError } from './ports-free.ts';

/** What stopped the start, in words that say what to do next. */
export function explainStartError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof PortTakenError) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  const known = error.name !== 'Error' && error.name !== 'TypeError' && error.name !== 'error';
  return `Parley could not start: ${error.message}${known || code !== undefined ? '' : `\n${error.stack}`}`;
}
