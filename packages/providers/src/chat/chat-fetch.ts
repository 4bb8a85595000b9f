import { fetchWithoutPages } from './fetch-without-pages.ts';

type Fetch = typeof globalThis.fetch;

/**
 * `fetch` for chat completions. A server that does not know `stream_options` is asked again without it, and from then on.
 * @param provider as in `vendor/model`
 */
export function chatFetch(provider: string, fetch: Fetch): Fetch {
  let refusesStreamOptions = false;
  const request = fetchWithoutPages(provider, fetch);
  return async (input, init) => {
    const response = await request(input, refusesStreamOptions ? withoutStreamOptions(init) : init);
    if (response.ok || refusesStreamOptions || ![400, 422].includes(response.status)) return response;
    const refusal = await response.text();
    if (!refusal.includes('stream_options')) return copyOf(response, refusal);
    refusesStreamOptions = true;
    return request(input, withoutStreamOptions(init));
  };
}

function withoutStreamOptions(init: RequestInit | undefined): RequestInit | undefined {
  if (typeof init?.body !== 'string') return init;
  const { stream_options, ...body } = JSON.parse(init.body) as Record<string, unknown>;
  return { ...init, body: JSON.stringify(body) };
}

const copyOf = ({ status, statusText, headers }: Response, body: string): Response =>
  new Response(body, { status, statusText, headers: [...headers] });
