import type { Trunk, TrunkStatus } from '@parley/contract';
import { unixSeconds } from '../kernel/unix-seconds.ts';

export interface TrunkRow {
  trunk_id: string;
  name: string;
  host: string;
  port: number;
  transport: Trunk['transport'];
  authentication: Trunk['authentication'];
  username: string | null;
  password_set: boolean;
  srtp: Trunk['srtp'];
  inbound_addresses: string[];
  caller_id: string | null;
  max_calls: number | null;
  disabled: boolean;
  failures: number;
  created_at: Date;
  updated_at: Date;
}

export const TRUNK_COLUMNS = `trunk_id, name, host, port, transport, authentication, username,
  password is not null as password_set, srtp, inbound_addresses, caller_id, max_calls, disabled, failures, created_at, updated_at`;

/** One lost OPTIONS may be chance. */
const FAILURES_OF_UNREACHABLE = 2;

function statusOf({ disabled, failures }: TrunkRow): TrunkStatus {
  if (disabled) return 'disabled';
  return failures >= FAILURES_OF_UNREACHABLE ? 'unreachable' : 'active';
}

export function toTrunk(row: TrunkRow): Trunk {
  const { disabled, failures, created_at: createdAt, updated_at: updatedAt, ...settings } = row;
  return {
    ...settings,
    status: statusOf(row),
    created_at: unixSeconds(createdAt),
    updated_at: unixSeconds(updatedAt),
  };
}
