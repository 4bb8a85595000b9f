/** A placeholder in a value, for JSON that no value serializes to: `1e400`, `-0`, ten thousand brackets. */
export function verbatim(json: string): string {
  return `~json:${json}~`;
}

/** The value as JSON, with what was said verbatim in its place. */
export function jsonText(value: unknown): string {
  return (JSON.stringify(value) ?? 'null').replace(/"~json:((?:[^"\\~]|\\.)*)~"/g, (_, json: string) =>
    JSON.parse(`"${json}"`),
  );
}
