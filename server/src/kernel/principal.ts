import type { Permission } from '@parley/contract';

/** Who acts: for the audit log, and for limits that hold for each of them. */
type Actor =
  | { readonly type: 'key'; readonly id: string }
  /** `sessionId`: the login by which the user is here. */
  | { readonly type: 'user'; readonly id: string; readonly sessionId: string }
  /** A telephone that has registered, by its password. */
  | { readonly type: 'softphone'; readonly id: string }
  /** The command line on the host of the service. */
  | { readonly type: 'operator'; readonly id: null }
  /** Parley itself, for example where retention deletes what is too old. */
  | { readonly type: 'system'; readonly id: null };

/** On whose behalf a request is made, and what it may do: the same for keys and for users. */
export interface Principal {
  readonly accountId: string;
  readonly permissions: readonly Permission[];
  readonly actor: Actor;
}

/** Who changes what, as the audit log has it. */
export type Acting = Pick<Principal, 'accountId' | 'actor'>;

export const operatorOf = (accountId: string): Acting => ({ accountId, actor: { type: 'operator', id: null } });

export const systemOf = (accountId: string): Acting => ({ accountId, actor: { type: 'system', id: null } });

/** Requests a minute are counted for each key and for each login. */
export function limitKeyOf({ accountId, actor }: Principal): string {
  if (actor.type === 'user') return actor.sessionId;
  return actor.id ?? `${actor.type} ${accountId}`;
}
