import type { RowProblem } from '@parley/contract';
import { type Columns, columnNames, dataRows } from './columns.ts';
import type { Table } from './read-table.ts';

/** The bad rows as they came, each with what is wrong, as a file to mend and to bring again. */
export async function downloadBadRows(table: Table, columns: Columns, problems: readonly RowProblem[]): Promise<void> {
  const { default: Papa } = await import('papaparse');
  const reasons = new Map<number, string[]>();
  for (const { row, reason } of problems) reasons.set(row, [...(reasons.get(row) ?? []), reason]);
  const bad = dataRows(table, columns).filter(({ row }) => reasons.has(row));
  const names = columnNames(table, columns.hasNames);
  const lines = bad.map(({ row, cells }) => [
    ...names.map((_, column) => cells[column] ?? ''),
    row,
    reasons.get(row)!.join(' '),
  ]);
  // A cell that a spreadsheet would take for a formula gets a ' in front.
  const text = Papa.unparse([[...names, 'Row', 'Problem'], ...lines], { escapeFormulae: true });
  const address = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'bad-rows.csv';
  link.click();
  URL.revokeObjectURL(address);
}
