import { MOST_RECIPIENTS } from '@parley/contract';

export interface TableRow {
  /** As a spreadsheet counts, from 1. */
  row: number;
  cells: string[];
}

/** What a file, or what was pasted, holds. */
export interface Table {
  /** Of the file; null for what was pasted. */
  fileName: string | null;
  /** Every row that is not blank, the first one with the names of the columns maybe. */
  rows: TableRow[];
  /** Something the reader should know: letters that may be wrong. */
  warning: string | null;
}

/** Why a file cannot be read, in words for its owner. */
class TableError extends Error {
  override readonly name = 'TableError';
}

const LARGEST_BYTES = 16 * 1024 * 1024;
/** A line of names, and the recipients. */
const MOST_ROWS = MOST_RECIPIENTS + 1;

export async function readFile(file: File): Promise<Table> {
  if (file.size > LARGEST_BYTES) throw new TableError('The file is larger than 16 MB. Split it into several.');
  const { text, warning } = decoded(new Uint8Array(await file.arrayBuffer()));
  return { ...(await readText(text)), fileName: file.name, warning };
}

/** Cells between commas, semicolons or tabs, in quotes where they hold one of these. */
export async function readText(text: string): Promise<Table> {
  if (text.includes('\0')) {
    throw new TableError('This is no table of text. Save the spreadsheet as CSV, and bring that file.');
  }
  // Some 20 KB that no other page needs.
  const { default: Papa } = await import('papaparse');
  const { data, errors } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), {
    delimitersToGuess: [',', ';', '\t'],
  });
  const unclosed = errors.find(({ type }) => type === 'Quotes');
  if (unclosed) throw new TableError(`A quote is opened in row ${(unclosed.row ?? 0) + 1}, and never closed.`);
  const rows = data
    .map((cells, index): TableRow => ({ row: index + 1, cells: cells.map((cell) => cell.trim()) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  if (rows.length === 0) throw new TableError('There is nothing in it.');
  if (rows.length > MOST_ROWS) {
    throw new TableError(
      `It has ${rows.length.toLocaleString()} rows; a batch takes ${MOST_RECIPIENTS.toLocaleString()}. Split it into several.`,
    );
  }
  return { fileName: null, rows, warning: null };
}

/** UTF-8, or what spreadsheets wrote before it. */
function decoded(bytes: Uint8Array): { text: string; warning: string | null } {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return { text: new TextDecoder('utf-16le').decode(bytes), warning: null };
  if (first === 0xfe && second === 0xff) return { text: new TextDecoder('utf-16be').decode(bytes), warning: null };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), warning: null };
  } catch {
    return {
      text: new TextDecoder('windows-1252').decode(bytes),
      warning: 'The file is not UTF-8. It was read as Windows-1252: look whether letters such as é and ü are right.',
    };
  }
}
