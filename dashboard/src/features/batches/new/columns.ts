import type { BatchCheck, BatchRow } from '@parley/contract';
import { typedPhone } from '../../../format/typed-phone.ts';
import type { Table, TableRow } from './read-table.ts';

/** Which column is what. Columns are counted from 0. */
export interface Columns {
  /** Whether the first row has the names of the columns. */
  hasNames: boolean;
  phone: number | null;
  /** By the name of the variable; null: none. */
  variables: Record<string, number | null>;
  /** Columns that no text asks for, and that are kept with each call all the same. */
  kept: number[];
  /** What is put before numbers that have no country code, such as +1; empty for nothing. */
  countryCode: string;
}

type AskedVariable = BatchCheck['variables'][number];

const PHONE_NAME = /phone|mobile|cell|number|tel(?!l)|handy|rufnummer/i;
/** Seven digits or more, and what people write between them. */
const LOOKS_LIKE_PHONE = /^'?\+?[\d\s().\-/]{7,25}$/;

/** What the columns probably are, for a person who looks at it. */
export function guessColumns({ rows }: Table, asked: readonly AskedVariable[]): Columns {
  const first = rows[0]?.cells ?? [];
  const hasNames = !first.some((cell) => LOOKS_LIKE_PHONE.test(cell));
  const sample = rows.slice(hasNames ? 1 : 0, 20);
  const phones = first.map(
    (_, column) => sample.filter(({ cells }) => LOOKS_LIKE_PHONE.test(cells[column] ?? '')).length,
  );
  const score = (column: number) => phones[column]! + (hasNames && PHONE_NAME.test(first[column]!) ? 0.5 : 0);
  const best = first.map((_, column) => column).sort((a, b) => score(b) - score(a))[0];
  const phone = best === undefined || score(best) === 0 ? null : best;
  const names = hasNames ? first.map(comparable) : [];
  const variables = Object.fromEntries(
    asked.map(({ name }) => {
      const column = names.indexOf(comparable(name));
      return [name, column === -1 || column === phone ? null : column];
    }),
  );
  return { hasNames, phone, variables, kept: [], countryCode: '' };
}

/** `variables.First Name`, as our own results have it, and `first_name` are the same. */
const comparable = (name: string) =>
  name
    .replace(/^variables\./, '')
    .toLowerCase()
    .replace(/[\s_-]+/g, '');

export function columnNames({ rows }: Table, hasNames: boolean): string[] {
  const width = Math.max(...rows.slice(0, 100).map(({ cells }) => cells.length));
  const first = hasNames ? (rows[0]?.cells ?? []) : [];
  return Array.from({ length: width }, (_, column) => first[column] || `Column ${column + 1}`);
}

export const dataRows = ({ rows }: Table, { hasNames }: Columns): TableRow[] => rows.slice(hasNames ? 1 : 0);

/** The rows as the service checks them. A blank cell gives no value, so that the agent's default holds. */
export function batchRows(table: Table, columns: Columns): BatchRow[] {
  const names = columnNames(table, columns.hasNames);
  const sources: [string, number][] = [
    ...columns.kept.map((column): [string, number] => [names[column]!, column]),
    ...Object.entries(columns.variables).flatMap(([name, column]): [string, number][] =>
      column === null ? [] : [[name, column]],
    ),
  ];
  return dataRows(table, columns).map(({ row, cells }) => {
    const given = sources.flatMap(([name, column]) => {
      const value = cells[column] ?? '';
      return value === '' ? [] : [[name, value] as const];
    });
    const phone = columns.phone === null ? '' : (cells[columns.phone] ?? '');
    return { row, phone: completePhone(phone, columns.countryCode), variables: Object.fromEntries(given) };
  });
}

/** Without what people write between digits, and with the country code where there is none. */
export function completePhone(text: string, countryCode: string): string {
  if (!LOOKS_LIKE_PHONE.test(text)) return text;
  const digits = typedPhone(text.replace(/^'/, ''));
  if (digits.startsWith('+') || countryCode === '') return digits;
  if (digits.startsWith('00')) return `+${digits.slice(2)}`;
  return countryCode + digits.replace(/^0/, '');
}
