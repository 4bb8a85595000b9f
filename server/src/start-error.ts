/** What stopped the start, in words that say what to do next. */
export function explainStartError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, port, address } = error as NodeJS.ErrnoException & { port?: number; address?: string };
  if (code === 'EADDRINUSE' && port !== undefined) {
    return `${address ?? ''}:${port} is taken by another program. Stop it, or choose another PORT for Parley.`;
  }
  const hint = 'hint' in error && typeof error.hint === 'string' ? `\n  ${error.hint}` : '';
  const known = error.name !== 'Error' && error.name !== 'TypeError' && error.name !== 'error';
  return `Parley could not start: ${error.message}${hint}${known || code !== undefined ? '' : `\n${error.stack}`}`;
}
