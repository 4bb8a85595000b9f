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
