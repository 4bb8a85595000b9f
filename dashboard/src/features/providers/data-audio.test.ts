import { expect, test } from 'vitest';
import { dataAudio } from './data-audio.ts';

test('a data: address becomes the file that is in it', async () => {
  const file = dataAudio('data:audio/wav;base64,UklGRgD/');
  expect(file.type).toBe('audio/wav');
  expect(new Uint8Array(await file.arrayBuffer())).toEqual(Uint8Array.of(0x52, 0x49, 0x46, 0x46, 0, 255));
  expect(() => dataAudio('https://example.com/a.wav')).toThrow(TypeError);
});
