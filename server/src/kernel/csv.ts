export type CsvValue = string | number | boolean | null;

/** In front of a table: without the byte order mark a spreadsheet takes UTF-8 for something else. */
export const CSV_START = '\uFEFF';

/** What makes a spreadsheet take a cell for a formula; the wide forms are what Japanese and Chinese keyboards write. */
const STARTS_FORMULA = /^[\s\p{Cc}]*[=+\-@\t\r\n＝＋－＠]/u;

/**
 * A whole telephone number in E.164: a formula of + and digits alone is only a number, and does no harm. With an
 * apostrophe, software that reads the table again, a batch of calls included, would not recognize the number.
 */
const PHONE = /^\+[1-9]\d{6,14}$/;

/** A line of a table (RFC 4180). No cell of text can start a formula; numbers are none. */
export function csvLine(cells: readonly CsvValue[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

function cell(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const text = STARTS_FORMULA.test(value) && !PHONE.test(value) ? `'${value}` : value;
  // The other separators, too: which one a spreadsheet splits at depends on the country.
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
