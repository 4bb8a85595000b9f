import type { Variables } from '@parley/contract';

/** Anything in double braces: a name that cannot be one is missed like any other, and never spoken. */
const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

/** The names that a text asks for, each once. */
export function placeholders(text: string): string[] {
  return [...new Set([...text.matchAll(PLACEHOLDER)].map((match) => match[1]!.trim()))];
}

/** Control characters would be read as line breaks or worse by a model; as data they are a space. */
function asData(value: Variables[string]): string {
  return value === null ? '' : String(value).replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}

/**
 * One pass: what a value contains is never looked at again, so values cannot act as template. `unknown` replaces a name
 * without a value.
 */
export function render(text: string, variables: Readonly<Record<string, string>>, unknown?: string): string {
  return text.replace(PLACEHOLDER, (placeholder, name: string) => variables[name.trim()] ?? unknown ?? placeholder);
}

/** Values by name: the call's own, then the agent's defaults, then what Parley knows itself. */
export function resolveVariables(sources: {
  builtin: Record<string, string>;
  defaults: Variables;
  given: Variables;
}): Record<string, string> {
  const resolved: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(sources.builtin)) resolved[name] = value;
  for (const [name, value] of Object.entries(sources.defaults)) resolved[name] = asData(value);
  for (const [name, value] of Object.entries(sources.given)) resolved[name] = asData(value);
  return resolved;
}

const MINUTE_MS = 60_000;

interface TimeFormat {
  readonly format: Intl.DateTimeFormat;
  /** The minute that was said last, counted, and how: offsets of time zones are whole minutes. */
  minute: number;
  text: string;
}

/** By time zone: to make one, and to use it, takes longer than all else that a call's texts need. */
const timeFormats = new Map<string, TimeFormat>();

function timeFormat(timeZone: string): TimeFormat {
  const known = timeFormats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  });
  const made = { format, minute: Number.NaN, text: '' };
  timeFormats.set(timeZone, made);
  return made;
}

/** `{{current_time}}`: day, date and time as a person would say them, in the agent's time zone. */
export function spokenTime(at: Date, timeZone: string): string {
  const known = timeFormat(timeZone);
  const minute = Math.floor(at.getTime() / MINUTE_MS);
  if (known.minute !== minute) {
    known.text = known.format.format(at);
    known.minute = minute;
  }
  return known.text;
}
