import { z } from 'zod';

/** The IANA names of three letters. ICU knows more, out of Java 1.1: its IST is India's alone. */
const THREE_LETTERS = new Set([
  ...['CET', 'EET', 'EST', 'GMT', 'HST', 'MET', 'MST', 'PRC', 'ROC', 'ROK', 'UCT', 'UTC', 'WET'],
]);

/** Offsets are no names: what `+01:00` is in summer would be a guess. */
function isTimeZone(name: string): boolean {
  if (!/^[a-z]/i.test(name)) return false;
  if (name.length === 3 && !THREE_LETTERS.has(name.toUpperCase())) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

export const TimeZone = z
  .string()
  .max(64, { abort: true })
  .refine(isTimeZone, 'must be an IANA time zone, for example America/New_York')
  .meta({ id: 'TimeZone', description: 'An IANA time zone', examples: ['America/New_York'] });
