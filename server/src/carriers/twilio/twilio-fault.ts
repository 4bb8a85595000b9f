import type { EndReason } from '@parley/contract';
import { CarrierFault } from '../carrier-fault.ts';

/** A request that Twilio refused, or that did not reach it. */
export class TwilioFault extends CarrierFault {
  override readonly name = 'TwilioFault';
  /** https://www.twilio.com/docs/api/errors; null where there was no answer that names one. */
  readonly code: number | null;

  constructor(
    message: string,
    { code, status, cause }: { code: number | null; status: number | null; cause: unknown },
  ) {
    super(message, { status, cause });
    this.code = code;
  }

  /** What the official library threw. */
  static of(error: unknown): TwilioFault {
    if (error instanceof TwilioFault) return error;
    const { status, code, message } = error as { status?: unknown; code?: unknown; message?: string };
    const said = message ?? String(error);
    if (typeof status !== 'number') return new TwilioFault(`Twilio could not be reached: ${said}`, unknown(error));
    const number = typeof code === 'number' ? code : null;
    const words = `Twilio answered ${status}${number === null ? '' : `, error ${number}`}: ${said}`;
    const remedy = REMEDIES[number ?? 0];
    return new TwilioFault(remedy === undefined ? words : `${words.replace(/\.?$/, '.')} ${remedy}`, {
      code: number,
      status,
      cause: error,
    });
  }

  get isWrongCredentials(): boolean {
    return this.status === 401 || this.code === 20003;
  }

  /** What was to be changed is over: a call that has ended (21220), or of which Twilio has nothing (404). */
  get isOver(): boolean {
    return this.status === NOT_FOUND || this.code === CALL_NOT_IN_PROGRESS;
  }

  /** Of a call that could not be dialled. */
  get endReason(): EndReason {
    return INVALID_RECIPIENT.includes(this.code ?? 0) ? 'invalid_number' : 'carrier_error';
  }
}

const unknown = (cause: unknown) => ({ code: null, status: null, cause });

const NOT_FOUND = 404;
const CALL_NOT_IN_PROGRESS = 21_220;

/** Numbers that cannot be called, as Twilio says at once. */
const INVALID_RECIPIENT: readonly number[] = [13_224, 21_211, 21_217, 21_401];

/** What the owner of the account can do about it. */
const REMEDIES: Readonly<Record<number, string>> = {
  13227: 'Permit this country in the Twilio console: Voice, Settings, Geo permissions.',
  20003: 'Enter the account SID and the auth token again, as the Twilio console shows them.',
  20404: 'It no longer exists in the Twilio account.',
  21210: 'Call from a number of this Twilio account, or verify the caller id in the Twilio console.',
  21212: 'Call from a number of this Twilio account, or verify the caller id in the Twilio console.',
  21215: 'Permit this country in the Twilio console: Voice, Settings, Geo permissions.',
  21219: 'A trial account can only call verified numbers. Verify this one, or upgrade the account.',
  21422: 'It is not for sale: another customer may have bought it meanwhile. Search again.',
  21613: 'Add an address in the Twilio console (Phone Numbers, Regulatory compliance, Addresses) and try again.',
  21615: 'Add an address in this country in the Twilio console (Phone Numbers, Regulatory compliance, Addresses).',
  21631: 'Add an address to the Twilio account (Phone Numbers, Regulatory compliance, Addresses) and try again.',
  21649: 'Create a regulatory bundle in the Twilio console (Phone Numbers, Regulatory compliance) and try again.',
};
