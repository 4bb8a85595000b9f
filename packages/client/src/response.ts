import { ParleyError } from './parley-error.ts';
import type { ErrorCode } from './resources.ts';

/** The body of a response, or the error that it is. */
export function resultOf<Result>(
  status: number,
  headers: { get(name: string): string | null },
  text: string,
  accepted: 'application/json' | 'text/csv' | 'text/event-stream' | 'application/vnd.tcpdump.pcap' = 'application/json',
): Result {
  const requestId = headers.get('x-request-id');
  const body = parsed(text);
  if (status >= 200 && status < 300) {
    if (accepted === 'text/csv' && headers.get('content-type')?.startsWith(accepted)) return text as Result;
    if (text === '') return undefined as Result;
    if (body !== undefined) return body as Result;
    throw new ParleyError('invalid_response', 'The response is not JSON. Is baseUrl right? It ends in /v1.', {
      status,
      requestId,
    });
  }
  const refusal = (body as { error?: { code?: ErrorCode; message?: string; param?: string } } | undefined)?.error;
  throw new ParleyError(refusal?.code ?? codeOf(status), refusal?.message ?? `The response was ${status}.`, {
    status,
    requestId,
    param: refusal?.param ?? null,
    retryAfterS: secondsOf(headers.get('retry-after')),
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** For responses that are not the service's own, such as a proxy's. */
function codeOf(status: number): ErrorCode | 'invalid_response' {
  if (status === 429) return 'rate_limited';
  return status >= 500 ? 'server_error' : 'invalid_response';
}

function secondsOf(retryAfter: string | null): number | null {
  return retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) : null;
}
