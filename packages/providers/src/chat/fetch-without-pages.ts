import { ProviderError } from '@parley/conversation/provider';

type Fetch = typeof globalThis.fetch;

/**
 * `fetch` for answers of models. A page in the place of an answer is an error, which the SDK would take for an answer
 * without words.
 * @param provider as in `vendor/model`
 */
export function fetchWithoutPages(provider: string, fetch: Fetch): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (response.ok && isPage(response)) throw pageError(provider, response);
    return response;
  };
}

const isPage = ({ headers }: Response): boolean => /^text\/html\b/i.test(headers.get('content-type') ?? '');

function pageError(provider: string, response: Response): ProviderError {
  response.body?.cancel().catch(() => undefined);
  return new ProviderError('llm', provider, 'a web page came instead of an answer', {
    retryable: false,
    advice: 'The base address leads to a web site: check it, with its version segment such as /v1.',
  });
}
