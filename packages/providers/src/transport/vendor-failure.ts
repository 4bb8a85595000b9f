import { ProviderError, type ProviderRole } from '@parley/conversation/provider';
import { BLOCKED_ADVICE, blockedIn } from './connection-guard.ts';
import { REFUSED_PORT_ADVICE, RefusedPortError } from './refused-port.ts';

/** Who failed, and what must never be repeated in a message. */
export interface FailingVendor {
  role: ProviderRole;
  /** As in `vendor/name`. */
  provider: string;
  apiKey: string | null;
}

/** Vendors write whole pages into the body of an error. */
const MAX_MESSAGE_CHARACTERS = 300;

/** What an HTTP status of a vendor means for the call, whether it refused a request or the upgrade to a socket (RFC 9110, 15). */
export function statusFailure(
  vendor: FailingVendor,
  status: number,
  { message = '', retryAfter = null }: { message?: string; retryAfter?: string | null } = {},
): ProviderError {
  const retryable = status === 408 || status === 409 || status === 429 || status >= 500;
  const advice = adviceFor(status, retryable);
  const retryAfterMs = retryAfterOf(retryAfter);
  return new ProviderError(vendor.role, vendor.provider, `${status} ${readable(message, vendor.apiKey)}`.trim(), {
    retryable,
    ...(advice !== null && { advice }),
    ...(retryAfterMs !== null && { retryAfterMs }),
  });
}

/** The vendor was not reached, or broke off. */
export function networkFailure(vendor: FailingVendor, cause: unknown): ProviderError {
  const { code, message = String(cause) } = rootOf(cause);
  const text = readable(message === '' ? (code ?? 'the connection failed') : message, vendor.apiKey);
  if (cause instanceof RefusedPortError) {
    return new ProviderError(vendor.role, vendor.provider, text, { retryable: false, advice: REFUSED_PORT_ADVICE });
  }
  if (blockedIn(cause)) {
    return new ProviderError(vendor.role, vendor.provider, text, { retryable: false, advice: BLOCKED_ADVICE });
  }
  return new ProviderError(vendor.role, vendor.provider, text, { retryable: true });
}

/** A message of the vendor that says that it failed. */
export function reportedFailure(vendor: FailingVendor, message: string, retryable: boolean): ProviderError {
  return new ProviderError(vendor.role, vendor.provider, readable(message, vendor.apiKey), { retryable });
}

function adviceFor(status: number, retryable: boolean): string | null {
  if (status === 401 || status === 403) return 'The key is refused: check it, and what it is allowed to use.';
  if (status === 402) return 'The account has no credit left.';
  if (status === 429) return 'The account is at its limit: check its plan.';
  if (status === 404) return 'The vendor does not have this model or voice, or the base address is wrong.';
  return retryable ? null : 'The request is refused: check the model, the voice and the language.';
}

/** The `Retry-After` header in milliseconds: it has seconds or a date (RFC 9110, 10.2.3). */
export function retryAfterOf(header: string | null): number | null {
  if (header === null) return null;
  const seconds = Number(header);
  const delayMs = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(delayMs) ? Math.max(0, delayMs) : null;
}

function readable(text: string, apiKey: string | null): string {
  const withoutKey = apiKey === null || apiKey === '' ? text : text.replaceAll(apiKey, '[key]');
  return withoutKey.replace(/\s+/g, ' ').trim().slice(0, MAX_MESSAGE_CHARACTERS);
}

/** `fetch` hides what happened in the cause. */
function rootOf(cause: unknown): { code?: string; message?: string } {
  let root = cause;
  while (root instanceof Error && root.cause instanceof Error) root = root.cause;
  return root instanceof Error ? (root as NodeJS.ErrnoException) : {};
}
