import { stat } from 'node:fs/promises';
import path from 'node:path';
import { type AudioRateHz, SAMPLE_RATE_HZ } from '@parley/audio';

const WIDE = '.16k.pcm';
const RATES_HZ: readonly AudioRateHz[] = [8000, 16_000];

/**
 * Where a call's recording is, below the recordings directory; directories of about a thousandth each keep listings short.
 * It has no header: its name says its rate.
 */
export function recordingFile(callId: string, rateHz: AudioRateHz): string {
  return path.join(callId.slice(-2), `${callId}${rateHz === SAMPLE_RATE_HZ ? '.pcm' : WIDE}`);
}

/** Where the packets of a call's audio are, beside its recording; with it they are deleted. */
export const captureFile = (callId: string): string => path.join(callId.slice(-2), `${callId}.pcap`);

/** Of the call of this recording. */
export function captureBeside(recording: string): string {
  return path.join(path.dirname(recording), `${path.basename(recording).split('.')[0]}.pcap`);
}

/** Of a recording, by its name. */
export const recordingRateHz = (file: string): AudioRateHz => (file.endsWith(WIDE) ? 16_000 : SAMPLE_RATE_HZ);

/** What there is of a call's recording, of whatever rate, as far as the disk knows of one; null: nothing. */
export async function findRecording(
  recordingsDir: string,
  callId: string,
): Promise<{ file: string; size: number } | null> {
  for (const rateHz of RATES_HZ) {
    const file = recordingFile(callId, rateHz);
    const written = await stat(path.join(recordingsDir, file)).catch(() => null);
    if (written !== null) return { file, size: written.size };
  }
  return null;
}
