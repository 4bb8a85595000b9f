import { ProviderError } from '@parley/conversation';

type Fetch = typeof globalThis.fetch;

/**
 * `fetch` for chat completions. A page in the place of an answer is an error, which the SDK would take for an answer
 * without words; a server that does not know `stream_options` is asked again without it, and from then on.
 * @param provider as in `vendor/model`
 */
export function chatFetch(provider: string, fetch: Fetch): Fetch {
  let refusesStreamOptions = false;
  return async (input, init) => {
    const response = await fetch(input, refusesStreamOptions ? withoutStreamOptions(init) : init);
    if (response.ok) {
      if (isPage(response)) throw pageError(provider, response);
      return response;
    }
    if (refusesStreamOptions || ![400, 422].includes(response.status)) return response;
    const refusal = await response.text();
    if (!refusal.includes('stream_options')) return copyOf(response, refusal);
    refusesStreamOptions = true;
    return fetch(input, withoutStreamOptions(init));
  };
}

function withoutStreamOptions(init: RequestInit | undefined): RequestInit | undefined {
  if (typeof init?.body !== 'string') return init;
  const { stream_options, ...body } = JSON.parse(init.body) as Record<string, unknown>;
  return { ...init, body: JSON.stringify(body) };
}

const copyOf = ({ status, statusText, headers }: Response, body: string): Response =>
  new Response(body, { status, statusText, headers: [...headers] });

const isPage = ({ headers }: Response): boolean => /^text\/html\b/i.test(headers.get('content-type') ?? '');

function pageError(provider: string, response: Response): ProviderError {
  response.body?.cancel().catch(() => undefined);
  return new ProviderError('llm', provider, 'a web page came instead of an answer', {
    retryable: false,
    advice: 'The base address leads to a web site: check it, with its version segment such as /v1.',
  });
}
