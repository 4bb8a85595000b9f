export type ProviderRole = 'stt' | 'llm' | 'tts';

/** A vendor's failure that knows what it means for the call. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly role: ProviderRole;
  readonly provider: string;
  /** Whether the same request may succeed when it is sent again, or at a fallback provider. */
  readonly retryable: boolean;

  constructor(role: ProviderRole, provider: string, message: string, options: { retryable: boolean; cause?: unknown }) {
    super(`${provider}: ${message}`, { cause: options.cause });
    this.role = role;
    this.provider = provider;
    this.retryable = options.retryable;
  }

  get endReason(): 'stt_error' | 'llm_error' | 'tts_error' {
    return `${this.role}_error`;
  }
}
