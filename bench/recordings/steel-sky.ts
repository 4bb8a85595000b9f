import { readFileSync } from 'node:fs';
import { unpacked } from './propack.ts';
import { atCallRate, recordedFile } from './recording.ts';

/** Numbers of the files that are speech; each is one line of one person. */
const SPEECH = { from: 50_000, until: 56_000 };
/** Of the index: a number of files, and then each one's number, place and size. */
const ENTRY = { from: 4, bytes: 8, placeAt: 2, sizeAt: 5 };
/** The place is counted in units of 16 bytes. */
const IN_UNITS = 0x80_00_00;
const SIZE_BITS = 0x3f_ff_ff;
/** Before each file. */
const HEADER_BYTES = 22;
const RECORDED_RATE_HZ = 11_025;

/** The lines of "Beneath a Steel Sky", spoken by actors in 1994: some 3500 of everyday English, whose texts are not known. */
export function steelSkyLines(): { name: string; sound: () => Int16Array }[] {
  const file = (name: string): Buffer =>
    readFileSync(recordedFile('beneath-a-steel-sky', 'usr', 'share', 'scummvm', 'beneath-a-steel-sky', name));
  const [index, disk] = [file('sky.dnr'), file('sky.dsk')];
  const entries = Array.from({ length: index.readUInt32LE(0) }, (_, entry) => ENTRY.from + ENTRY.bytes * entry);
  return entries.flatMap((at) => {
    const number = index.readUInt16LE(at);
    if (number < SPEECH.from || number >= SPEECH.until) return [];
    const place = index.readUIntLE(at + ENTRY.placeAt, 3);
    const from = (place & IN_UNITS) === 0 ? place : (place & ~IN_UNITS) * 16;
    const size = index.readUIntLE(at + ENTRY.sizeAt, 3) & SIZE_BITS;
    return [{ name: `${number}`, sound: () => soundOf(disk.subarray(from + HEADER_BYTES, from + size)) }];
  });
}

/** 8 kHz mono. */
const soundOf = (packed: Buffer): Int16Array =>
  atCallRate(
    Int16Array.from(unpacked(packed), (byte) => (byte - 128) * 256),
    RECORDED_RATE_HZ,
  );
