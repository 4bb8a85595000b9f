import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CallScore } from '../scorer/score.ts';

const DIRECTORY = fileURLToPath(new URL('../../../.tmp/turn-taking', import.meta.url));

/** Under which circumstances a run was begun. */
export interface RunHeader {
  name: string;
  commit: string;
  startedAt: string;
  /** Of the host, over a minute, and its processors. */
  load: number;
  processors: number;
  /** Calls that it has when it is whole. */
  calls: number;
}

export interface StoredRun {
  header: RunHeader;
  /** By call. */
  scores: Map<string, CallScore>;
}

/** Results on disk, a line for each call, so that a run that was stopped goes on where it was. */
export const RunStore = {
  /** Where the recordings of a run's failed cases are. */
  wavDirectory: (name: string): string => path.join(DIRECTORY, `${fileName(name)}-wav`),

  read(name: string): StoredRun | null {
    if (!existsSync(fileOf(name))) return null;
    const [header, ...lines] = readFileSync(fileOf(name), 'utf8').trimEnd().split('\n');
    const scores = new Map<string, CallScore>();
    for (const line of lines) {
      const { call, score } = JSON.parse(line, revived);
      scores.set(call, score);
    }
    return { header: JSON.parse(header!), scores };
  },

  begin(header: RunHeader): void {
    mkdirSync(DIRECTORY, { recursive: true });
    writeFileSync(fileOf(header.name), `${JSON.stringify(header)}\n`);
  },

  add(name: string, call: string, score: CallScore): void {
    appendFileSync(fileOf(name), `${JSON.stringify({ call, score }, written)}\n`);
  },
};

const fileName = (name: string): string => name.replace(/[^\w-]+/g, '-');
const fileOf = (name: string): string => path.join(DIRECTORY, `${fileName(name)}.jsonl`);

/** JSON has no infinity, and a figure may be one: the agent never fell silent. */
const NEVER = 'never';
const written = (_key: string, value: unknown): unknown => (value === Number.POSITIVE_INFINITY ? NEVER : value);
const revived = (_key: string, value: unknown): unknown => (value === NEVER ? Number.POSITIVE_INFINITY : value);
