import type { routes } from '@parley/contract';
import { readPcap } from '../../doctor/call-pcap.ts';
import { RequestError } from '../../kernel/request-error.ts';
import type { EndpointHandler } from '../endpoint.ts';
import type { ApiDependencies } from './dependencies.ts';
import { noSuchCall } from './get-call.ts';

export function getCallSignallingEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.getCallSignalling> {
  return async ({ principal, params }) => {
    const callId = params.call_id!;
    const pcap = await readPcap(api.db, principal.accountId, callId);
    if (pcap === undefined) throw noSuchCall(callId);
    if (pcap === null) {
      throw new RequestError('not_found', `Nothing is kept of the signalling of ${callId}.`, { param: 'call_id' });
    }
    return { stream: { type: 'application/vnd.tcpdump.pcap', chunks: once(pcap), fileName: `${callId}.pcap` } };
  };
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer, void, undefined> {
  yield bytes;
}
