import type { Leg } from '../carriers/carrier.ts';

/** A call whose caller is about to be connected with that of another call, in the place of who talks with both. */
export interface JoiningCall {
  /** Who its caller is to the other one. */
  readonly number: string;
  /** Once. `to`: who the caller talks with now; null: nothing came of it. */
  settle(to: string | null): void;
}

/** The calls of this process, as one that is handed on finds another. */
export interface JoinableCalls {
  /** The call whose caller talks with the other side of this leg, which is then under way. Null: there is none, or it is being transferred. */
  joining(leg: Leg): JoiningCall | null;
}
