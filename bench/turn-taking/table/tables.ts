/** A table in markdown, under a line that says what it shows. Cells have no bars. */
export interface Table {
  title: string;
  head: readonly string[];
  rows: readonly (readonly string[])[];
}

const BETWEEN = '\n\n';
const barred = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** Rows that hold nothing but their name and goal are left out, and tables without rows. */
export function tablesText(tables: readonly Table[]): string {
  return tables
    .flatMap(({ title, head, rows }) => {
      const goals = head.includes('goal') ? 2 : 1;
      const full = rows.filter((row) => row.slice(goals).some((cell) => cell !== ''));
      if (full.length === 0) return [];
      return [title, [head, head.map(() => '---'), ...full].map(barred).join('\n')];
    })
    .join(BETWEEN);
}

/** The other way round. */
export function tablesIn(text: string): Table[] {
  const blocks = text.trim().split(/\n{2,}/);
  return blocks.flatMap((block, at) => {
    if (!block.startsWith('|')) return [];
    const [head = [], , ...rows] = block.split('\n').map(cellsOf);
    return [{ title: blocks[at - 1] ?? '', head, rows }];
  });
}

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
