import type { CallDetail } from '@parley/contract';
import type { QueryClient } from '@tanstack/react-query';
import { callQuery } from './call-queries.ts';

/**
 * Shows the call that a request has changed, as the response has it, and reads it again: the service may have read it before
 * events that came sooner, and nothing else would bring back what they said.
 */
export function takeResponse(client: QueryClient, call: CallDetail): void {
  const { queryKey } = callQuery(call.call_id);
  client.setQueryData(queryKey, call);
  void client.invalidateQueries({ queryKey, exact: true });
}
