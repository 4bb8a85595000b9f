import type { FileHandle } from 'node:fs/promises';
import type { routes } from '@parley/contract';
import { readRecordingFile } from '../../calls/read-calls.ts';
import { RequestError } from '../../kernel/request-error.ts';
import { openCapture } from '../../recordings/open-capture.ts';
import type { EndpointHandler } from '../endpoint.ts';
import type { ApiDependencies } from './dependencies.ts';
import { noSuchCall } from './get-call.ts';

export function getCallAudioEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.getCallAudio> {
  return async ({ principal, params }) => {
    const callId = params.call_id!;
    const call = await readRecordingFile(api.db, principal.accountId, callId);
    if (!call) throw noSuchCall(callId);
    const file = call.recording === null ? null : await openCapture(api.recordingsDir, call.recording);
    if (file === null) {
      throw new RequestError('not_found', `No packets are kept of the audio of ${callId}.`, { param: 'call_id' });
    }
    const fileName = `${callId}-audio.pcap`;
    return { stream: { type: 'application/vnd.tcpdump.pcap', chunks: pieces(file), fileName } };
  };
}

/** The file is closed at its end, and when the client goes. */
async function* pieces(file: FileHandle): AsyncGenerator<Buffer, void, undefined> {
  yield* file.createReadStream();
}
