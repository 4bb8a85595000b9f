/** PostgreSQL's text has no NUL. Models write what they like; their words are stored without it. */
export function storable(text: string): string {
  return text.replaceAll('\0', '');
}

/** The same for every text in JSON, which PostgreSQL reads as text: it knows no half of a surrogate pair either. */
export function storableJson(value: unknown): unknown {
  if (typeof value === 'string') return storable(value).toWellFormed();
  if (Array.isArray(value)) return value.map(storableJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [storable(key).toWellFormed(), storableJson(inner)]),
  );
}

/** NUL, or a half of a surrogate pair, as JSON.stringify writes them. */
const UNSTORABLE = /\\u0000|\\ud[89a-f]/;

/** JSON of a value that PostgreSQL reads as text, without what its text has no room for. */
export function storableJsonText(value: unknown): string {
  const text = JSON.stringify(value);
  return UNSTORABLE.test(text) ? JSON.stringify(storableJson(JSON.parse(text))) : text;
}
