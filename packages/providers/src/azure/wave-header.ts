import { FRAME_MS } from '@parley/audio';
import type { WireSound } from '../recognition/wire-sound.ts';

const BYTES = 44;
/** WAVE_FORMAT_PCM and WAVE_FORMAT_MULAW (RFC 2361). */
const PCM = 1;
const MULAW = 7;

/** What comes before the audio of a stream: mono, of a length that is not known. */
export function waveHeader({ rateHz, isWide, frameBytes }: WireSound): Buffer {
  const sampleBytes = isWide ? 2 : 1;
  const header = Buffer.alloc(BYTES);
  header.write('RIFF', 0, 'latin1');
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(isWide ? PCM : MULAW, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rateHz, 24);
  header.writeUInt32LE((frameBytes * 1000) / FRAME_MS, 28);
  header.writeUInt16LE(sampleBytes, 32);
  header.writeUInt16LE(8 * sampleBytes, 34);
  header.write('data', 36, 'latin1');
  return header;
}
