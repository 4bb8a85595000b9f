/** A value as people read it: texts as they are, the rest a line for each part. The order of keys is no difference. */
export function settingWords(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (typeof value === 'string') return value === '' ? 'empty' : value;
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(settingWords).join('\n');
  if (typeof value === 'object') {
    const parts = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
    return parts.length === 0 ? 'none' : parts.map(([key, inner]) => `${key}: ${settingWords(inner)}`).join('\n');
  }
  return String(value);
}
