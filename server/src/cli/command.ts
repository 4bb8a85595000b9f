import type { Config } from '../config.ts';
import type { Database } from '../db/index.ts';
import type { ParsedArguments } from './arguments.ts';

export interface CommandSurroundings {
  config: Config;
  db: Database;
  parsed: ParsedArguments;
  /** Words after the command's own. */
  words: string[];
  /** A line for a person while the command works; silent with --json. */
  say(text: string): void;
}

/** What a command answers: a document for --json, and the same for a person. */
interface CommandResult {
  json: unknown;
  text: string;
}

export interface Command {
  name: string;
  usage: string;
  summary: string;
  run(surroundings: CommandSurroundings): Promise<CommandResult>;
}

/** Columns for a person. */
export function table(rows: Record<string, string | number | null>[]): string {
  if (rows.length === 0) return 'none';
  const columns = Object.keys(rows[0]!);
  const cells = [columns, ...rows.map((row) => columns.map((column) => String(row[column] ?? '-')))];
  const widths = columns.map((_, index) => Math.max(...cells.map((row) => row[index]!.length)));
  return cells
    .map((row) =>
      row
        .map((cell, index) => cell.padEnd(widths[index]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
