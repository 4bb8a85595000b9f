import { VARIABLES_EVENT, Variables } from '@parley/contract';
import { newId } from '../kernel/ids.ts';
import { sign } from '../webhooks/signature.ts';
import { failureWords, type GuardedNetwork, sendGuarded } from './guarded-request.ts';

/** A caller hears it ring meanwhile. */
const LIMIT_MS = 2000;

export interface AskedForVariables {
  url: string;
  /** Null: the request is not signed. */
  secret: string | null;
  data: { call_id: string; agent_id: string; from_number: string | null; recipient_phone: string };
}

/** What an address of the account knows of a caller. Rejects with an Error in words, within two seconds. */
export async function askForVariables(
  network: GuardedNetwork,
  { url, secret, data }: AskedForVariables,
  signal: AbortSignal,
): Promise<Variables> {
  const id = newId('evt');
  const timestampS = Math.floor(Date.now() / 1000);
  const body = JSON.stringify({ id, type: VARIABLES_EVENT, created_at: timestampS, data });
  const response = await sendGuarded(network, {
    url: new URL(url),
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Parley-Webhooks/1',
      'webhook-id': id,
      'webhook-timestamp': String(timestampS),
      ...(secret !== null && { 'webhook-signature': sign([secret], id, timestampS, body) }),
    },
    body,
    timeoutMs: LIMIT_MS,
    signal,
  }).catch((error: unknown) => {
    throw new Error(failureWords(error, LIMIT_MS), { cause: error });
  });
  if (response.status < 200 || response.status > 299) throw new Error(`It responded with HTTP ${response.status}.`);
  return variablesOf(response.body.toString());
}

function variablesOf(text: string): Variables {
  let given: unknown;
  try {
    given = (JSON.parse(text) as { variables?: unknown } | null)?.variables;
  } catch {
    throw new Error('Its response is not JSON.');
  }
  const parsed = Variables.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new Error('Its response has no "variables" that are strings, numbers, true, false or null.');
}
