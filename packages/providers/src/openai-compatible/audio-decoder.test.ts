import { wavHeader } from '@parley/audio';
import { describe, expect, it } from 'vitest';
import { AudioDecoder } from './audio-decoder.ts';

const samples = Int16Array.from({ length: 500 }, (_, index) => index * 60 - 15_000);
const pcm = Buffer.from(samples.buffer);

function wav(dataBytes: number, format: Partial<{ tag: number; channels: number; bits: number }> = {}): Buffer {
  const header = Buffer.from(wavHeader({ sampleRateHz: 22_050, channels: 1, dataBytes }));
  if (format.tag !== undefined) header.writeUInt16LE(format.tag, 20);
  if (format.channels !== undefined) header.writeUInt16LE(format.channels, 22);
  if (format.bits !== undefined) header.writeUInt16LE(format.bits, 34);
  return header;
}

function decode(bytes: Buffer, pieceBytes: number, hasExactSizes = false): { rateHz: number; samples: number[] } {
  const decoder = new AudioDecoder({ rateHz: 24_000, hasExactSizes });
  const decoded: number[] = [];
  for (let offset = 0; offset < bytes.length; offset += pieceBytes)
    decoded.push(...decoder.push(bytes.subarray(offset, offset + pieceBytes)));
  return { rateHz: decoder.sampleRateHz, samples: decoded };
}

describe.each([1, 3, 45, 1000])('in pieces of %i bytes', (pieceBytes) => {
  it('bare samples have the rate that is known before', () => {
    expect(decode(pcm, pieceBytes)).toEqual({ rateHz: 24_000, samples: [...samples] });
  });

  it.each([0, 0xffff_ffff, pcm.length])('a WAV file has its own, whatever size its header says: %i', (dataBytes) => {
    expect(decode(Buffer.concat([wav(dataBytes), pcm]), pieceBytes)).toEqual({ rateHz: 22_050, samples: [...samples] });
  });

  it('tags before and behind the audio of a complete file are none', () => {
    const header = wav(pcm.length);
    const tag = Buffer.from('LIST\x05\0\0\0hello\0', 'latin1');
    const file = Buffer.concat([header.subarray(0, 36), tag, header.subarray(36), pcm, tag]);
    expect(decode(file, pieceBytes, true)).toEqual({ rateHz: 22_050, samples: [...samples] });
  });

  it('two channels become one', () => {
    const stereo = [...samples].flatMap((sample) => [sample - 10, sample + 10]);
    const bytes = Buffer.concat([wav(0, { channels: 2 }), Buffer.from(Int16Array.from(stereo).buffer)]);
    expect(decode(bytes, pieceBytes).samples).toEqual([...samples]);
  });

  it('floats become integers', () => {
    const floats = Buffer.from(Float32Array.from([0, 0.5, -0.5, 1, -1, 2]).buffer);
    expect(decode(Buffer.concat([wav(0, { tag: 3, bits: 32 }), floats]), pieceBytes).samples).toEqual([
      0, 16384, -16383, 32767, -32767, 32767,
    ]);
  });
});

it.each([
  ['MP3', Buffer.from('ID3\x04\0\0\0\0\0\0\0\0', 'latin1'), /compressed/],
  ['Ogg', Buffer.from('OggS\0\0\0\0\0\0\0\0', 'latin1'), /compressed/],
  ['µ-law', Buffer.concat([wav(0, { tag: 7, bits: 8 }), pcm]), /format 7 with 8 bits/],
  [
    'a header without an end',
    Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVEjunk\xff\xff\xff\0', 'latin1'), Buffer.alloc(70_000)]),
    /without audio/,
  ],
])('%s is refused', (_, bytes, message) => {
  expect(() => decode(bytes, 100)).toThrow(message);
});
