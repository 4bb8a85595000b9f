import type { ProviderError } from '@parley/conversation/provider';
import { expect, it } from 'vitest';

/** @param failureWith what comes of a request with this key */
export function keySecrecy(role: ProviderError['role'], failureWith: (apiKey: string) => Promise<ProviderError>): void {
  it('refuses a wrong key for good, without a word of it', async () => {
    const apiKey = 'wrong-key-0123456789';
    const error = await failureWith(apiKey);
    expect(error).toMatchObject({ role, retryable: false });
    expect(error.advice).toContain('key');
    expect(JSON.stringify([error.message, error.stack, String(error.cause ?? '')])).not.toContain(apiKey);
  });

  it('never shows a key that no request can be made of', async () => {
    const error = await failureWith('key-with-a-line\n-and-a-heart-♥');
    expect(error.retryable).toBe(false);
    expect(error.message).not.toContain('heart');
    expect(error.message).not.toContain('line');
  });
}
