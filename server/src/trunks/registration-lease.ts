import type { Queryable } from '../db/index.ts';
import type { Standing } from './registration-standing.ts';

/** A node that is gone loses its registrations after so long. */
const LEASE_S = 30;
/** What is left of a lease when it is renewed. */
const RENEW_S = 15;

export interface HeldRegistration {
  trunk_id: string;
  /** Null: it is new, or was changed. */
  state: Standing['state'] | null;
  detail: string | null;
  /** How often in a row the trunk has not answered OPTIONS. */
  failures: number;
}

/** The trunks that this node is to register with, those that no other node holds among them; no two nodes have the same. */
export function holdRegistrations(db: Queryable, nodeId: string): Promise<HeldRegistration[]> {
  return db.query<HeldRegistration>({
    name: 'hold-registrations',
    text: `with taken as (
             update trunks set registration_node = $1,
               registration_held_until = clock_timestamp() + make_interval(secs => $2)
             where trunk_id in (
               select trunk_id from trunks where authentication = 'register' and not disabled and (
                 registration_held_until is null or registration_held_until < statement_timestamp() or (
                   registration_node = $1
                   and registration_held_until < statement_timestamp() + make_interval(secs => $3)))
               for update skip locked)
             returning trunk_id, registration_state as state, registration_detail as detail, failures)
           select trunk_id, state, detail, failures from taken
           union all
           select trunk_id, registration_state, registration_detail, failures from trunks
           where authentication = 'register' and not disabled and registration_node = $1
             and registration_held_until >= statement_timestamp() and trunk_id not in (select trunk_id from taken)
           order by trunk_id`,
    values: [nodeId, LEASE_S, RENEW_S],
  });
}

/** Nothing is noted once another node holds it. */
export async function noteRegistration(
  db: Queryable,
  nodeId: string,
  trunkId: string,
  standing: Standing,
): Promise<void> {
  const detail = standing.state === 'registered' ? null : standing.detail;
  const expiresS = standing.state === 'registered' ? standing.expiresS : null;
  await db.query({
    name: 'note-registration',
    text: `update trunks set registration_state = $3, registration_detail = $4,
             registration_expires_at = clock_timestamp() + make_interval(secs => $5)
           where trunk_id = $1 and registration_node = $2`,
    values: [trunkId, nodeId, standing.state, detail, expiresS],
  });
}

/** Another node may take all that this one held. */
export async function releaseRegistrations(db: Queryable, nodeId: string): Promise<void> {
  await db.query(
    `update trunks set registration_node = null, registration_held_until = null, registration_state = null,
       registration_detail = null, registration_expires_at = null
     where registration_node = $1`,
    [nodeId],
  );
}
