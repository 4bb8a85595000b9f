import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { wavHeader } from '@parley/audio';
import { recordingRateHz } from '../media/recording-file.ts';
import type { RecordingKind } from './links.ts';

const HEADER_BYTES = 44;
/** Two channels of 16 bits. */
const STEREO_FRAME_BYTES = 4;

/** A recording as a WAV file of known length, of which any part can be read. */
export interface RecordingFile {
  readonly bytes: number;
  /** From `start` to `end`, both inclusive, as in a Range header. */
  read(start: number, end: number): Readable;
}

/** The stored file holds both sides interleaved and no header; header and mix are made while it is read. */
export async function openRecording(
  recordingsDir: string,
  file: string,
  kind: RecordingKind,
): Promise<RecordingFile | undefined> {
  const location = path.join(recordingsDir, file);
  const stats = await stat(location).catch(() => undefined);
  if (!stats) return undefined;
  const frames = Math.floor(stats.size / STEREO_FRAME_BYTES);
  const channels = kind === 'stereo' ? 2 : 1;
  const dataBytes = frames * channels * 2;
  const header = Buffer.from(wavHeader({ sampleRateHz: recordingRateHz(file), channels, dataBytes }));
  return {
    bytes: HEADER_BYTES + dataBytes,
    read(start, end) {
      return Readable.from(part({ location, header, kind, start, end }), { objectMode: false });
    },
  };
}

async function* part(request: {
  location: string;
  header: Buffer;
  kind: RecordingKind;
  start: number;
  end: number;
}): AsyncGenerator<Buffer> {
  const { location, header, kind, start, end } = request;
  if (start < HEADER_BYTES) yield header.subarray(start, Math.min(HEADER_BYTES, end + 1));
  if (end < HEADER_BYTES) return;
  const from = Math.max(0, start - HEADER_BYTES);
  const to = end - HEADER_BYTES;
  if (kind === 'stereo') {
    yield* createReadStream(location, { start: from, end: to });
    return;
  }
  // A byte of the mix corresponds to two of the file, in whole samples.
  const firstFrame = Math.floor(from / 2);
  const lastFrame = Math.floor(to / 2);
  const stereo = createReadStream(location, {
    start: firstFrame * STEREO_FRAME_BYTES,
    end: (lastFrame + 1) * STEREO_FRAME_BYTES - 1,
  });
  let position = firstFrame * 2;
  for await (const chunk of stereo.pipe(mixdown())) {
    const bytes = chunk as Buffer;
    const skip = Math.max(0, from - position);
    const keep = Math.min(bytes.length, to + 1 - position);
    if (keep > skip) yield bytes.subarray(skip, keep);
    position += bytes.length;
  }
}

/** Left plus right, at the loudness they had, clipped where both are loud at once. */
function mixdown(): Transform {
  let rest: Buffer = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      const frames = Math.floor(bytes.length / STEREO_FRAME_BYTES);
      const mixed = Buffer.alloc(frames * 2);
      for (let frame = 0; frame < frames; frame += 1) {
        const sum = bytes.readInt16LE(frame * 4) + bytes.readInt16LE(frame * 4 + 2);
        mixed.writeInt16LE(Math.max(-32_768, Math.min(32_767, sum)), frame * 2);
      }
      rest = bytes.subarray(frames * STEREO_FRAME_BYTES);
      done(null, mixed);
    },
  });
}
