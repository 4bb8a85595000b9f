import type { EndReason } from '@parley/contract';

/** A request that a carrier refused, or that did not reach it. */
export abstract class CarrierFault extends Error {
  /** Of HTTP; null where there was no answer. */
  readonly status: number | null;

  constructor(message: string, { status, cause }: { status: number | null; cause: unknown }) {
    super(message, { cause });
    this.status = status;
  }

  /** Nothing was done, and it may be asked for again. */
  get mayBeRepeated(): boolean {
    return this.status === 429;
  }

  /** The credentials of the account are not taken. */
  abstract get isWrongCredentials(): boolean;
  /** What was to be changed is over, or there is no such thing any more. */
  abstract get isOver(): boolean;
  /** Of a call that could not be dialled. */
  abstract get endReason(): EndReason;
}
