import { RequestError } from '../kernel/request-error.ts';

export function noSuchAgent(agentId: string): RequestError {
  return new RequestError('not_found', `There is no agent ${agentId}. GET /v1/agents lists yours.`, {
    param: 'agent_id',
  });
}

export function noSuchVersion(agentId: string, version: string): RequestError {
  const message = `Agent ${agentId} has no version ${version}. GET /v1/agents/${agentId}/versions lists them.`;
  return new RequestError('not_found', message, { param: 'version' });
}
