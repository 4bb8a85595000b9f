import { Permission } from '@parley/contract';
import { Service } from '../support/service.ts';
import type { Keys } from './send.ts';

/** A key is allowed 6000 requests a minute: one for each so many of a run, and it is never too many. */
const REQUESTS_OF_A_KEY = 4000;
const EVERYTHING = Permission.options.join(',');

export interface FuzzedService {
  service: Service;
  keys: Keys;
  agentIds: string[];
}

/** A whole service whose limits do not get in the way, with keys for so many requests and an agent to change. */
export async function startFuzzedService(requests: number): Promise<FuzzedService> {
  const service = await Service.start({
    PARLEY_CALLS_PER_MINUTE: '100000',
    PARLEY_CONCURRENT_CALLS: '10000',
    PARLEY_LOG_LEVEL: 'error',
    PARLEY_ALLOW_PRIVATE_WEBHOOKS: 'true',
  });
  const accounts = await service.parley('accounts', 'list');
  const accountId = accounts.data[0].account_id;
  const newKey = async (permissions: string): Promise<string> => {
    const made = await service.parley('keys', 'create', '--account', accountId, '--permissions', permissions);
    return made.api_key;
  };
  const keys: Keys = { full: [service.apiKey], restricted: [await newKey('calls:read')] };
  while (keys.full.length * REQUESTS_OF_A_KEY < requests) keys.full.push(await newKey(EVERYTHING));
  const { body } = await service.request('GET', '/agents');
  return { service, keys, agentIds: body.data.map((agent: any) => agent.agent_id) };
}
