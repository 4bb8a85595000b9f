import { type ErrorBody, type ErrorCode, errorStatus } from '@parley/contract';

/** What the `RateLimit-*` headers say: permitted in a window, left of it, and the seconds until more is. */
export interface RateState {
  limit: number;
  remaining: number;
  resetS: number;
}

/** A refusal, with the response that says so. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly code: ErrorCode;
  readonly param: string | undefined;
  readonly retryAfterS: number | undefined;
  /** The limit that refused, where one did. */
  readonly rate: RateState | undefined;
  /** The code's own, except where HTTP has a better word for it. */
  readonly status: number;

  constructor(
    code: ErrorCode,
    message: string,
    options: { param?: string; retryAfterS?: number; rate?: RateState; status?: 503 } = {},
  ) {
    super(message);
    this.code = code;
    this.param = options.param;
    this.retryAfterS = options.retryAfterS;
    this.rate = options.rate;
    this.status = options.status ?? errorStatus[code];
  }

  get body(): ErrorBody {
    const error: ErrorBody['error'] = { code: this.code, message: this.message };
    if (this.param !== undefined) error.param = this.param;
    return { error };
  }
}
