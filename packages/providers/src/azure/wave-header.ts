import { SAMPLE_RATE_HZ } from '@parley/audio';

const BYTES = 44;
/** WAVE_FORMAT_MULAW (RFC 2361). */
const MULAW = 7;

/** What comes before the audio of a stream: µ-law at 8 kHz, of a length that is not known. */
export function waveHeader(): Buffer {
  const header = Buffer.alloc(BYTES);
  header.write('RIFF', 0, 'latin1');
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(MULAW, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(SAMPLE_RATE_HZ, 24);
  header.writeUInt32LE(SAMPLE_RATE_HZ, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36, 'latin1');
  return header;
}
