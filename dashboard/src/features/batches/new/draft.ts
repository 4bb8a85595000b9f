import type { BatchCheck, BatchRow } from '@parley/contract';
import type { Columns } from './columns.ts';
import type { Table } from './read-table.ts';

export const steps = ['Agent and people', 'Columns', 'Check', 'Time', 'Confirm'] as const;

/** A batch that is being made: what every step has found out so far. */
export interface BatchDraft {
  agentId: string | null;
  table: Table | null;
  columns: Columns | null;
  /** As they were checked. */
  rows: BatchRow[];
  check: BatchCheck | null;
  leavesOutBad: boolean;
  name: string;
  /** Null: now. */
  at: { wallTime: string; timeZone: string } | null;
}

export const emptyDraft: BatchDraft = {
  agentId: null,
  table: null,
  columns: null,
  rows: [],
  check: null,
  leavesOutBad: false,
  name: '',
  at: null,
};

export interface StepProps {
  draft: BatchDraft;
  change: (changed: Partial<BatchDraft>) => void;
  next: () => void;
  back: () => void;
}
