import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { FLOAT, INT64, onnxFile } from './onnx.ts';
import { toneLetters } from './tone-letters.ts';

const VOICE_RATE_HZ = 22_050;
/** How long a letter is. */
export const LETTER_MS = 160;
const LETTER_SAMPLES = (VOICE_RATE_HZ * LETTER_MS) / 1000;
const LOUDNESS = 0.3;

/** Silent characters, then the letters. */
const silent = [' ', '.', ',', '!', '?'];
const characters = [...silent, ...toneLetters.map(({ letter }) => letter)];
const size = characters.length;

/** Radians that a tone goes on by, for each sample of a letter. */
const ramp = Float32Array.from({ length: LETTER_SAMPLES }, (_, index) => (2 * Math.PI * index) / VOICE_RATE_HZ);
const hz = Float32Array.from(characters, (_, index) => toneLetters[index - silent.length]?.hz ?? 0);

/** A voice of the VITS interface that says each letter as a tone. Other speakers are as loud by half, by a third … */
const model = onnxFile({
  inputs: [
    { name: 'x', type: INT64, shape: [1, 'L'] },
    { name: 'x_length', type: INT64, shape: [1] },
    { name: 'noise_scale', type: FLOAT, shape: [1] },
    { name: 'length_scale', type: FLOAT, shape: [1] },
    { name: 'noise_scale_w', type: FLOAT, shape: [1] },
    { name: 'sid', type: INT64, shape: [1] },
  ],
  outputs: [{ name: 'y', type: FLOAT, shape: [1, 1, 'M'] }],
  constants: [
    { name: 'hz', shape: [size, 1], data: hz },
    { name: 'ramp', shape: [1, LETTER_SAMPLES], data: ramp },
    { name: 'loudness', shape: [2], data: Float32Array.of(LOUDNESS, LOUDNESS / 2) },
    { name: 'flat', shape: [3], data: BigInt64Array.of(1n, 1n, -1n) },
  ],
  operations: [
    { type: 'Gather', inputs: ['hz', 'x'], outputs: ['frequencies'] },
    { type: 'MatMul', inputs: ['frequencies', 'ramp'], outputs: ['phases'] },
    { type: 'Sin', inputs: ['phases'], outputs: ['tones'] },
    { type: 'Gather', inputs: ['loudness', 'sid'], outputs: ['level'] },
    { type: 'Mul', inputs: ['tones', 'level'], outputs: ['spoken'] },
    { type: 'Reshape', inputs: ['spoken', 'flat'], outputs: ['y'] },
  ],
  metadata: {
    model_type: 'vits',
    comment: 'tones',
    language: 'English',
    frontend: 'characters',
    sample_rate: VOICE_RATE_HZ,
    n_speakers: 2,
    add_blank: 0,
    use_eos_bos: 0,
  },
});

/** Writes the files of a voice of tones with two speakers. */
export async function writeToneVoice(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true });
  const tokens = characters.map((character, index) => `${character} ${index}\n`).join('');
  await writeFile(path.join(directory, 'voice.onnx'), model);
  await writeFile(path.join(directory, 'tokens.txt'), tokens);
}
