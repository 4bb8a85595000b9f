import type { Database } from '../db/index.ts';
import type { OperatorConfig } from './operator-config.ts';

/** What was typed, in its order and by its name. */
export interface Arguments {
  /** Those after the name of the command. */
  words: string[];
  options: Record<string, string | undefined>;
  flags: ReadonlySet<string>;
}

export interface CommandContext extends Arguments {
  db: Database;
  /** As the service has it. */
  config: OperatorConfig;
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

export type RunCommand = (context: CommandContext) => Promise<CommandResult>;

/** What a command has that needs neither a service nor its database. */
export interface FilesContext extends Arguments {
  environment: Record<string, string | undefined>;
  dataDir: string;
  /** To the operator's eyes alone, and silent with --json; a line that is not final is replaced by the next. */
  progress(text: string, isFinal?: boolean): void;
  /** Does the rest with the database. */
  withDatabase(run: RunCommand): Promise<CommandResult>;
}

export type RunOnFiles = (context: FilesContext) => Promise<CommandResult>;

export interface CommandOption {
  name: string;
  /** What the usage shows for the value; a flag has none. */
  value?: string;
  needed?: boolean;
  about: string;
}

interface DescribedCommand {
  name: string;
  /** What follows the name, as the usage calls it; all of it is needed. */
  words?: readonly string[];
  options?: readonly CommandOption[];
  summary: string;
  /** Changes nothing, not even the database's tables. */
  readsOnly?: boolean;
  /** Alone it would do nothing, or nothing that the operator expects. */
  needsService?: boolean;
}

/** Only what the command needs is loaded. Words and options are there, where they are needed, and no others. */
export type Command = DescribedCommand & ({ load(): Promise<RunCommand> } | { loadOnFiles(): Promise<RunOnFiles> });
