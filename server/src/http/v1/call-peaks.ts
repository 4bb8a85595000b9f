import type { routes } from '@parley/contract';
import { readRecordingFile } from '../../calls/read-calls.ts';
import { RequestError } from '../../kernel/request-error.ts';
import { peaksOf } from '../../recordings/peaks.ts';
import type { EndpointHandler } from '../endpoint.ts';
import type { ApiDependencies } from './dependencies.ts';
import { noSuchCall } from './get-call.ts';

export function getCallPeaksEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.getCallPeaks> {
  return async ({ principal, params }) => {
    const callId = params.call_id!;
    const call = await readRecordingFile(api.db, principal.accountId, callId);
    if (!call) throw noSuchCall(callId);
    const peaks = call.recording === null ? undefined : await peaksOf(api.recordingsDir, call.recording);
    if (!peaks) throw new RequestError('not_found', `The call ${callId} has no recording.`);
    return { body: peaks };
  };
}
