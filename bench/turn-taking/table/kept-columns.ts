import type { Table } from './tables.ts';

/**
 * Tables with what was measured anew in them. Where a run was not, its column stays, and so does its row of the table of runs; a
 * table without columns of runs is a new one, or the old one.
 * @param runs all of them, in the order of columns
 */
export function withKept(before: readonly Table[], measured: readonly Table[], runs: readonly string[]): Table[] {
  const titles = new Set([...before, ...measured].map(({ title }) => title));
  return [...titles].map((title) => {
    const [old, fresh] = [before, measured].map((tables) => tables.find((table) => table.title === title));
    if (!old || !fresh || fresh.rows.length === 0) return old ?? fresh!;
    if (fresh.head.includes('goal')) return withColumns(old, fresh, runs);
    return fresh.head[0] === 'run' ? withRows(old, fresh, runs) : fresh;
  });
}

function withColumns(old: Table, fresh: Table, runs: readonly string[]): Table {
  const named = (table: Table): string[] => table.head.slice(2);
  const columns = runs.filter((run) => named(old).includes(run) || named(fresh).includes(run));
  const names = [...new Set([...old.rows, ...fresh.rows].map(([name = '']) => name))];
  const cellOf = (table: Table, name: string, column: string): string | undefined =>
    table.rows.find(([other]) => other === name)?.[table.head.indexOf(column)];
  const rows = names.map((name) => [
    name,
    cellOf(fresh, name, 'goal') ?? cellOf(old, name, 'goal') ?? '',
    ...columns.map((column) => cellOf(named(fresh).includes(column) ? fresh : old, name, column) ?? ''),
  ]);
  return { ...fresh, head: [...fresh.head.slice(0, 2), ...columns], rows };
}

function withRows(old: Table, fresh: Table, runs: readonly string[]): Table {
  const known = [...fresh.rows, ...old.rows];
  return { ...fresh, rows: runs.flatMap((run) => known.filter(([name]) => name === run).slice(0, 1)) };
}
