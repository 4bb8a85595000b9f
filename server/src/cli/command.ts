import type { Config } from '../config.ts';
import type { OpenDatabase } from './open-database.ts';

/** What was typed, in its order and by its name. */
export interface Arguments {
  /** Those after the name of the command. */
  words: string[];
  options: Record<string, string | undefined>;
  flags: ReadonlySet<string>;
}

export interface CommandSurroundings extends Arguments, OpenDatabase {
  config: Config;
  /** A line for a person while the command works; silent with --json. */
  say(text: string): void;
}

/** What a command answers: a document for --json, and the same for a person. */
export interface CommandResult {
  json: unknown;
  text: string;
  /** 0 when left out. */
  exitCode?: number;
}

export interface CommandOption {
  name: string;
  /** What stands for the value in the usage; a flag has none. */
  value?: string;
  needed?: boolean;
}

export interface Command {
  name: string;
  /** What follows the name, as the usage calls it; all of it is needed. */
  words?: readonly string[];
  options?: readonly CommandOption[];
  summary: string;
  /** Alone it would do nothing, or nothing that anybody expects. */
  needsService?: boolean;
  /** Words and options are there, where they are needed, and no others. */
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
