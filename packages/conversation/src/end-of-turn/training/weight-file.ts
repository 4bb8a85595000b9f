const LONGEST_LINE = 108;
/** Smaller ones move no window. */
const LEAST = 0.04;

/** A module of weights: names and hundredths, apart by tabs, in lines that are sorted by name. */
export function weightFile(name: string, weights: ReadonlyMap<string, number>): string {
  const entries = [...weights]
    .filter(([, weight]) => Math.abs(weight) >= LEAST)
    .map(([feature, weight]) => `${feature} ${Math.round(weight * 100)}`)
    .sort();
  const lines: string[] = [];
  for (const entry of entries) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + entry.length < LONGEST_LINE) lines[lines.length - 1] = `${last}\t${entry}`;
    else lines.push(entry);
  }
  return [
    '// Made by `npm run train:end-of-turn`: not to be edited by hand.',
    `export const ${name}: readonly string[] = [`,
    ...lines.map((line) => `  ${quoted(line)},`),
    '];',
    '',
  ].join('\n');
}

/** As the formatter of this repository quotes. */
function quoted(line: string): string {
  const escaped = line.replaceAll('\\', '\\\\').replaceAll('\t', '\\t');
  return escaped.includes("'") && !escaped.includes('"') ? `"${escaped}"` : `'${escaped.replaceAll("'", "\\'")}'`;
}
