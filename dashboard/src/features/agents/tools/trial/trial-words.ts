import type { TestedTool } from '@parley/contract';

/** What to do about a try that failed; null where its own words say it. */
export function trialAdvice({ ok, status }: Pick<TestedTool, 'ok' | 'status'>): string | null {
  if (ok || status === null) return null;
  if (status === 401 || status === 403) return 'It refuses access. Check the header with the key.';
  if (status === 404)
    return 'There is nothing at this address for these values. Check the address and what you filled in.';
  if (status === 405) return 'It does not accept this method. Check which one it expects.';
  if (status === 400 || status === 422) return 'It does not accept the request. Check the values that it expects.';
  if (status === 429) return 'It received too many requests. Wait a moment and try again.';
  return status >= 500 ? 'The server has an error. Ask its operator.' : null;
}

/** A failure as the agent gets it: our own words, and the response of the address. */
export function failureParts(error: string): { words: string; isStatusOnly: boolean; response: string | null } {
  const [first = '', ...rest] = error.replace(/^Error: /, '').split('\n');
  const response = rest.join('\n').trim();
  return { words: first, isStatusOnly: /^HTTP \d+\.$/.test(first), response: response === '' ? null : response };
}
