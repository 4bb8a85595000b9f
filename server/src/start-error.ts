import type { Config } from './config.ts';

/** Which variable chooses a port, so that the message can name it. */
function variableOf(port: number, config: Config): string | undefined {
  if (port === config.http.port) return 'PORT';
  if (port === config.sip.port) return 'PARLEY_SIP_PORT';
  if (port === config.phonePort) return 'PARLEY_PHONE_PORT';
  return undefined;
}

/** What stopped the start, in words that say what to do next. */
export function explainStartError(error: unknown, config?: Config): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  const taken = code === 'EADDRINUSE' ? /:(\d{1,5})\b/.exec(error.message)?.[1] : undefined;
  const variable = taken !== undefined && config ? variableOf(Number(taken), config) : undefined;
  if (variable !== undefined) {
    return `Port ${taken} is taken by another program. Stop it, or choose another ${variable} for Parley.`;
  }
  const known = error.name !== 'Error' && error.name !== 'TypeError' && error.name !== 'error';
  return `Parley could not start: ${error.message}${known || code !== undefined ? '' : `\n${error.stack}`}`;
}
