import type { Trunk, TrunkStatus } from '@parley/contract';
import { unixSeconds } from '../kernel/unix-seconds.ts';
import type { Standing } from './registration-standing.ts';
import { FAILURES_OF_UNREACHABLE } from './trunk-checks.ts';

export interface TrunkRow {
  trunk_id: string;
  name: string;
  host: string;
  port: number;
  transport: Trunk['transport'];
  outbound_proxy: string | null;
  authentication: Trunk['authentication'];
  username: string | null;
  password_set: boolean;
  registration_mode: Trunk['registration_mode'];
  srtp: Trunk['srtp'];
  codecs: Trunk['codecs'];
  inbound_addresses: string[];
  caller_id: string | null;
  fallback_trunk_id: string | null;
  max_calls: number | null;
  disabled: boolean;
  failures: number;
  registration_state: Standing['state'] | null;
  registration_detail: string | null;
  registration_expires_at: Date | null;
  /** Its time is over, and no node has renewed it. */
  registration_lapsed: boolean;
  created_at: Date;
  updated_at: Date;
}

export const TRUNK_COLUMNS = `trunk_id, name, host, port, transport, outbound_proxy, authentication, username,
  password is not null as password_set, registration_mode, srtp, codecs, inbound_addresses, caller_id, fallback_trunk_id, max_calls, disabled, failures,
  registration_state, registration_detail, registration_expires_at,
  coalesce(registration_expires_at <= clock_timestamp(), false) as registration_lapsed, created_at, updated_at`;

const LAPSED = 'It has run out, and was not renewed: no node of Parley is there to register.';

/** A registrar that takes our registration is there, whatever it says to OPTIONS; one that says nothing is registered with anew. */
function statusOf(row: TrunkRow): TrunkStatus {
  if (row.disabled) return 'disabled';
  if (row.authentication === 'register' && row.registration_state !== null) {
    return row.registration_lapsed ? 'unreachable' : row.registration_state;
  }
  return row.failures >= FAILURES_OF_UNREACHABLE ? 'unreachable' : 'active';
}

function registrationOf(row: TrunkRow): Trunk['registration'] {
  if (row.authentication !== 'register' || row.disabled || row.registration_state === null) return null;
  const { registration_expires_at: expiresAt, registration_lapsed: hasLapsed } = row;
  if (hasLapsed) return { detail: LAPSED, expires_at: null };
  return { detail: row.registration_detail, expires_at: expiresAt && unixSeconds(expiresAt) };
}

export function toTrunk(row: TrunkRow): Trunk {
  return {
    trunk_id: row.trunk_id,
    name: row.name,
    host: row.host,
    port: row.port,
    transport: row.transport,
    outbound_proxy: row.outbound_proxy,
    authentication: row.authentication,
    username: row.username,
    password_set: row.password_set,
    registration_mode: row.registration_mode,
    srtp: row.srtp,
    codecs: row.codecs,
    inbound_addresses: row.inbound_addresses,
    caller_id: row.caller_id,
    fallback_trunk_id: row.fallback_trunk_id,
    max_calls: row.max_calls,
    status: statusOf(row),
    registration: registrationOf(row),
    created_at: unixSeconds(row.created_at),
    updated_at: unixSeconds(row.updated_at),
  };
}
