import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './DataTable.module.css';

export interface Column<Row> {
  key: string;
  header: string;
  /** Of the first column: the row's name, best as a link. `null` is left out of a card. */
  cell: (row: Row) => ReactNode;
  align?: 'start' | 'end';
  /** Its header is read, and not seen: for buttons at the end. */
  hideHeader?: boolean;
  /** CSS width. */
  width?: string;
}

interface DataTableProps<Row> {
  /** What the table lists, for those who do not see it. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** The link of the first column covers the whole row. */
  linked?: boolean;
}

/** A table that becomes a list of cards at phone width. Roles are written out: `display` takes a table's own away. */
export function DataTable<Row>({ label, columns, rows, rowKey, linked }: DataTableProps<Row>) {
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: cards are no table to a browser
    <table className={classes.table} role="table" aria-label={label}>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ key, header, align, hideHeader, width }) => (
            <th
              key={key}
              role="columnheader"
              scope="col"
              className={align === 'end' ? classes.end : ''}
              style={{ width }}
            >
              {hideHeader ? <VisuallyHidden>{header}</VisuallyHidden> : header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={rowKey(row)} role="row" className={classes.row} data-linked={linked || undefined}>
            {columns.map(({ key, header, cell, align, hideHeader }) => {
              const content = cell(row);
              return (
                <td
                  key={key}
                  role="cell"
                  className={align === 'end' ? classes.end : ''}
                  data-empty={content === null || undefined}
                >
                  {!hideHeader && (
                    <span className={classes.label} aria-hidden="true">
                      {header}
                    </span>
                  )}
                  {content}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: cards are no table to a browser
  );
}
