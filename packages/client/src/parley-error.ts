import type { ErrorCode } from './resources.ts';

/** The service's own codes, and what may happen on the way to it. */
export type ParleyErrorCode = ErrorCode | 'connection_failed' | 'timed_out' | 'invalid_response';

/** Why a request did not succeed. `code` is what a program decides by, `message` is for people. */
export class ParleyError extends Error {
  override readonly name = 'ParleyError';
  /** HTTP status of the response; null when there was none. */
  readonly status: number | null;
  readonly code: ParleyErrorCode;
  /** The offending parameter, where there is one, as a path: `recipients[3].phone`. */
  readonly param: string | null;
  /** Name of the request in the service's log; state it when you report a problem. */
  readonly requestId: string | null;
  /** Seconds to wait before the same request is sent again, where the service said so. */
  readonly retryAfterS: number | null;

  constructor(
    code: ParleyErrorCode,
    message: string,
    details: {
      status?: number;
      param?: string | null;
      requestId?: string | null;
      retryAfterS?: number | null;
      cause?: unknown;
    } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.status = details.status ?? null;
    this.param = details.param ?? null;
    this.requestId = details.requestId ?? null;
    this.retryAfterS = details.retryAfterS ?? null;
  }
}
