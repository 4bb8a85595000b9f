import pino, { type Logger } from 'pino';

export type { Logger };

/**
 * Structured logs on standard error, so that standard output belongs to people. What may identify a person (phone
 * numbers, prompts, transcripts) is only in fields of these names, and is redacted unless the operator asks for it.
 */
const personalFields = ['phone', 'from', 'to', 'prompt', 'transcript', 'variables', '*.phone', '*.prompt'];

export function createLogger(options: { level: string; personalData: boolean }): Logger {
  return pino(
    {
      level: options.level,
      base: undefined,
      redact: { paths: options.personalData ? [] : personalFields, censor: '[redacted]' },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    pino.destination({ fd: 2, sync: false }),
  );
}
