import type { ErrorCode } from '@parley/contract';

interface ErrorDetails {
  /** HTTP status; null when there was no response. */
  status: number | null;
  param?: string | null;
  requestId?: string | null;
  /** Seconds to wait before the same request is sent again, where the service said so. */
  retryAfterS?: number | null;
}

/** Why a request did not succeed. `code` decides, `message` is for people, `param` names the field at fault. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode | 'offline';
  readonly status: number | null;
  /** As a path: `recipients[3].phone`. */
  readonly param: string | null;
  readonly requestId: string | null;
  readonly retryAfterS: number | null;

  constructor(code: ErrorCode | 'offline', message: string, details: ErrorDetails) {
    super(message);
    this.code = code;
    this.status = details.status;
    this.param = details.param ?? null;
    this.requestId = details.requestId ?? null;
    this.retryAfterS = details.retryAfterS ?? null;
  }
}

/** Whether a request failed with this code: `isApiError(error, 'not_found')`. */
export function isApiError(error: unknown, code?: ApiError['code']): error is ApiError {
  return error instanceof ApiError && (code === undefined || error.code === code);
}
