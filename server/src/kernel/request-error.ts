import { type ErrorBody, type ErrorCode, errorStatus } from '@parley/contract';

/** What the `RateLimit-*` headers say: permitted in a window, left of it, and the seconds until more is. */
export interface RateState {
  limit: number;
  remaining: number;
  resetS: number;
}

/** A refusal that is told to whoever asked: it carries its own answer. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly code: ErrorCode;
  readonly param: string | undefined;
  readonly retryAfterS: number | undefined;
  /** The limit that refused, where one did. */
  readonly rate: RateState | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: { param?: string; retryAfterS?: number; rate?: RateState } = {},
  ) {
    super(message);
    this.code = code;
    this.param = options.param;
    this.retryAfterS = options.retryAfterS;
    this.rate = options.rate;
  }

  get status(): number {
    return errorStatus[this.code];
  }

  get body(): ErrorBody {
    const error: ErrorBody['error'] = { code: this.code, message: this.message };
    if (this.param !== undefined) error.param = this.param;
    return { error };
  }
}
