/** A longer name is no field of ours: an error shows only its beginning. */
const LONGEST = 200;

/** `variables.name`, `recipients[3].phone`. */
export function paramPath(path: readonly PropertyKey[]): string {
  const whole = path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? String(part) : `${text}.${String(part)}`;
  }, '');
  if (whole.length <= LONGEST) return whole;
  // No surrogate pair is cut in two.
  return `${whole.slice(0, LONGEST).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** The same for a sentence that begins with it. */
export function namedParam(path: readonly PropertyKey[]): string {
  const name = path.at(-1);
  if (typeof name !== 'string' || name.trim() !== '') return paramPath(path);
  return path.length === 1 ? 'An empty name' : `An empty name in ${paramPath(path.slice(0, -1))}`;
}
