export type ProviderRole = 'stt' | 'llm' | 'tts';

export interface ProviderErrorOptions {
  /** Whether the same request may succeed when it is sent again, or at a fallback provider. */
  retryable: boolean;
  /** A sentence for the operator: what to do about it. */
  advice?: string;
  /** The vendor asked for so much patience before the next request. */
  retryAfterMs?: number;
  cause?: unknown;
}

/** A vendor's failure that knows what it means for the call. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly role: ProviderRole;
  readonly provider: string;
  readonly retryable: boolean;
  readonly advice: string | null;
  readonly retryAfterMs: number | null;

  constructor(role: ProviderRole, provider: string, message: string, options: ProviderErrorOptions) {
    super(`${provider}: ${message}`, { cause: options.cause });
    this.role = role;
    this.provider = provider;
    this.retryable = options.retryable;
    this.advice = options.advice ?? null;
    this.retryAfterMs = options.retryAfterMs ?? null;
  }

  get endReason(): 'stt_error' | 'llm_error' | 'tts_error' {
    return `${this.role}_error`;
  }
}

/** Why a call ends that fails with this: what no provider has thrown is a fault of our own. */
export function failureReason(error: Error): ProviderError['endReason'] | 'internal_error' {
  return error instanceof ProviderError ? error.endReason : 'internal_error';
}

/** The failure in a sentence or two for the operator. */
export function failureText(error: Error): string {
  if (!(error instanceof ProviderError)) return `An internal fault: ${error.message}`;
  const text = /[.!?]$/.test(error.message) ? error.message : `${error.message}.`;
  return error.advice === null ? text : `${text} ${error.advice}`;
}

export const asError = (cause: unknown): Error => (cause instanceof Error ? cause : new Error(String(cause)));
