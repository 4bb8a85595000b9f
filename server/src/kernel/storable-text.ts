/** PostgreSQL's text has no NUL. Models write what they like; their words are stored without it. */
export function storable(text: string): string {
  return text.replaceAll('\0', '');
}
