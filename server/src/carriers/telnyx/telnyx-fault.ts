import type { EndReason } from '@parley/contract';
import { CarrierFault } from '../carrier-fault.ts';

/** The first of the errors that a response lists. https://developers.telnyx.com/development/api-fundamentals/api-errors */
export interface TelnyxError {
  code: string;
  title: string;
  detail?: string | undefined;
}

/** A request that Telnyx refused, or that did not reach it. */
export class TelnyxFault extends CarrierFault {
  override readonly name = 'TelnyxFault';
  readonly #error: TelnyxError | null;

  private constructor(
    message: string,
    { status, error, cause }: { status: number | null; error: TelnyxError | null; cause?: unknown },
  ) {
    super(message, { status, cause });
    this.#error = error;
  }

  static refused(status: number, error: TelnyxError | null): TelnyxFault {
    const said = error === null ? 'without a word' : [error.title, error.detail].filter(Boolean).join(': ');
    const words = `Telnyx answered ${status}${error === null ? '' : `, error ${error.code}`}: ${said}`;
    const remedy = error === null ? undefined : remedyOf(error);
    return new TelnyxFault(remedy === undefined ? words : `${words} ${remedy}`, { status, error });
  }

  static unreached(cause: unknown): TelnyxFault {
    const said = cause instanceof Error ? cause.message : String(cause);
    return new TelnyxFault(`Telnyx could not be reached: ${said}`, { status: null, error: null, cause });
  }

  /** What a request threw. */
  static of(error: unknown): TelnyxFault {
    return error instanceof TelnyxFault ? error : TelnyxFault.unreached(error);
  }

  get isWrongCredentials(): boolean {
    return this.status === 401 || this.#error?.code === AUTHENTICATION_FAILED;
  }

  get isOver(): boolean {
    return this.status === NOT_FOUND || OVER.includes(this.#error?.code ?? '');
  }

  get endReason(): EndReason {
    if (this.#error === null) return 'carrier_error';
    const isInvalid = INVALID_NUMBER.includes(this.#error.code) || tagOf(this.#error) === 'D11';
    return isInvalid ? 'invalid_number' : 'carrier_error';
  }
}

const NOT_FOUND = 404;
const AUTHENTICATION_FAILED = '10009';
/** The call has ended; there is no such call control id (any more). */
const OVER: readonly string[] = ['90018', '90015'];
const INVALID_NUMBER: readonly string[] = ['10002', '10016'];

/** What the owner of the account can do about an error. */
const REMEDIES: Readonly<Record<string, string>> = {
  10009: 'Enter the API key again, as the Telnyx portal shows it.',
  10015: 'The connection must be a Voice API application of this Telnyx account, active and with a webhook URL.',
  85000: 'Search for it first, with GET /v1/numbers/available: Telnyx only sells numbers from a recent search.',
  85001: 'Another customer has bought it meanwhile. Search again.',
  85004: 'The connection must be a Voice API application of this Telnyx account.',
};

/** Telnyx ends the detail of a refused call with a tag. https://developers.telnyx.com/docs/voice/sip-trunking/troubleshooting/response-codes */
const REMEDIES_BY_TAG: Readonly<Record<string, string>> = {
  D13: 'Permit this country in the Telnyx portal: Voice, Outbound Voice Profiles, Destinations.',
  D35: 'Call from a number of this Telnyx account, or verify the caller id in the Telnyx portal.',
};

function remedyOf(error: TelnyxError): string | undefined {
  return REMEDIES_BY_TAG[tagOf(error) ?? ''] ?? REMEDIES[error.code];
}

const tagOf = ({ detail }: TelnyxError): string | undefined => /\bD\d{1,2}\b/.exec(detail ?? '')?.[0];
