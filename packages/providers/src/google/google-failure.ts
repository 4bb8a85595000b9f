import { APICallError } from 'ai';
import type { GoogleStatus } from './google-wire.ts';

/** A refusal, with its body read. */
export async function refusalOf(url: string, response: Response): Promise<APICallError> {
  const responseBody = await response.text().catch(() => '');
  const error = statusIn(responseBody) ?? { message: response.statusText || 'refused' };
  return callError(url, { ...error, code: response.status }, Object.fromEntries(response.headers));
}

/** What Google reports, in the SDK's words. */
export function callError(url: string, error: GoogleStatus, headers: Record<string, string> = {}): APICallError {
  return new APICallError({
    message: error.message ?? error.status ?? 'The answer failed.',
    url,
    requestBodyValues: {},
    statusCode: statusCodeOf(error),
    responseHeaders: { ...retryHeader(error), ...headers },
    responseBody: JSON.stringify({ error }),
  });
}

/** A wrong key is a bad request here (`API_KEY_INVALID`). */
function statusCodeOf({ code = 500, details = [] }: GoogleStatus): number {
  return details.some(({ reason }) => reason === 'API_KEY_INVALID') ? 401 : code;
}

/** The patience that is asked for comes in the body, as "7s" (google.rpc.RetryInfo). */
function retryHeader({ details = [] }: GoogleStatus): Record<string, string> {
  const delay = details.find(({ retryDelay }) => retryDelay !== undefined)?.retryDelay ?? '';
  const [, seconds] = /^(\d+(?:\.\d+)?)s$/.exec(delay) ?? [];
  return seconds === undefined ? {} : { 'retry-after': seconds };
}

function statusIn(body: string): GoogleStatus | null {
  try {
    const { error } = JSON.parse(body) as { error?: GoogleStatus };
    return typeof error === 'object' && error !== null ? error : null;
  } catch {
    return null;
  }
}
