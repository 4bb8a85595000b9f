import path from 'node:path';

/** Where a call's recording is, below the recordings directory; directories of about a thousandth each keep listings short. */
export function recordingFile(callId: string): string {
  return path.join(callId.slice(-2), `${callId}.pcm`);
}
