import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { FLOAT, INT64, onnxFile } from './onnx.ts';
import { melOf, toneLetters } from './tone-letters.ts';

/** What the library makes of 16 kHz: a vector of 80 logarithms of energy each 10 ms. */
const BINS = 80;
const LOWEST_HZ = 20;
const HIGHEST_HZ = 7600;
/** Frames of a chunk, and of a token. */
const CHUNK = 16;
const SUBSAMPLING = 4;
const CONTEXT = 2;
/** How far a bin must be above the mean of all: e⁵ is 22 dB. */
const THRESHOLD = 5;
const VOCABULARY = toneLetters.length + 1;

function binOf(hz: number): number {
  const [lowest, highest] = [melOf(LOWEST_HZ), melOf(HIGHEST_HZ)];
  return Math.round(((melOf(hz) - lowest) / (highest - lowest)) * (BINS + 1)) - 1;
}

/** A column for each letter: its bin against the mean. The first one is that of "nothing". */
function weights(): Float32Array {
  const matrix = new Float32Array(BINS * VOCABULARY);
  for (const [index, { hz }] of toneLetters.entries()) {
    for (let bin = 0; bin < BINS; bin += 1) matrix[bin * VOCABULARY + index + 1] = -1 / BINS;
    matrix[binOf(hz) * VOCABULARY + index + 1]! += 1;
  }
  return matrix;
}

const integers = (...values: number[]): BigInt64Array => BigInt64Array.from(values, BigInt);
const floats = (make: (index: number) => number): Float32Array =>
  Float32Array.from({ length: VOCABULARY }, (_, index) => make(index));

/**
 * A streaming transducer of its simplest kind: it writes a letter where its tone begins. Its state, in the place of an
 * LSTM's, is which tones there were in the frame before.
 */
const encoder = onnxFile({
  inputs: [
    { name: 'x', type: FLOAT, shape: ['N', CHUNK, BINS] },
    { name: 'h', type: FLOAT, shape: [1, 'N', 1] },
    { name: 'c', type: FLOAT, shape: [1, 'N', VOCABULARY] },
  ],
  outputs: [
    { name: 'encoder_out', type: FLOAT, shape: ['N', CHUNK / SUBSAMPLING, VOCABULARY] },
    { name: 'next_h', type: FLOAT, shape: [1, 'N', 1] },
    { name: 'next_c', type: FLOAT, shape: [1, 'N', VOCABULARY] },
  ],
  constants: [
    { name: 'groups', shape: [4], data: integers(0, CHUNK / SUBSAMPLING, SUBSAMPLING, BINS) },
    { name: 'weights', shape: [BINS, VOCABULARY], data: weights() },
    { name: 'bias', shape: [VOCABULARY], data: floats(() => -THRESHOLD) },
    { name: 'zero', shape: [1], data: new Float32Array(1) },
    { name: 'ten', shape: [1], data: Float32Array.of(10) },
    { name: 'nothing', shape: [VOCABULARY], data: floats((index) => (index === 0 ? 5 : 0)) },
    { name: 'first', shape: [1], data: integers(0) },
    { name: 'last', shape: [1], data: integers(CHUNK / SUBSAMPLING - 1) },
    { name: 'end', shape: [1], data: integers(CHUNK / SUBSAMPLING) },
    { name: 'time', shape: [1], data: integers(1) },
  ],
  operations: [
    { type: 'Reshape', inputs: ['x', 'groups'], outputs: ['grouped'] },
    { type: 'ReduceMean', inputs: ['grouped'], outputs: ['frames'], integers: { axes: [2], keepdims: 0 } },
    { type: 'MatMul', inputs: ['frames', 'weights'], outputs: ['projected'] },
    { type: 'Add', inputs: ['projected', 'bias'], outputs: ['score'] },
    { type: 'Greater', inputs: ['score', 'zero'], outputs: ['above'] },
    { type: 'Cast', inputs: ['above'], outputs: ['tones'], integers: { to: FLOAT } },
    { type: 'Transpose', inputs: ['c'], outputs: ['before'], integers: { perm: [1, 0, 2] } },
    { type: 'Concat', inputs: ['before', 'tones'], outputs: ['all'], integers: { axis: 1 } },
    { type: 'Slice', inputs: ['all', 'first', 'end', 'time'], outputs: ['previous'] },
    { type: 'Sub', inputs: ['tones', 'previous'], outputs: ['onsets'] },
    { type: 'Mul', inputs: ['onsets', 'ten'], outputs: ['loud'] },
    { type: 'Add', inputs: ['loud', 'nothing'], outputs: ['encoder_out'] },
    { type: 'Slice', inputs: ['tones', 'last', 'end', 'time'], outputs: ['newest'] },
    { type: 'Transpose', inputs: ['newest'], outputs: ['next_c'], integers: { perm: [1, 0, 2] } },
    { type: 'Identity', inputs: ['h'], outputs: ['next_h'] },
  ],
  metadata: {
    model_type: 'lstm',
    num_encoder_layers: 1,
    T: CHUNK,
    decode_chunk_len: CHUNK,
    rnn_hidden_size: VOCABULARY,
    d_model: 1,
  },
});

/** It has nothing to say: which letter comes next does not depend on the one before. */
const decoder = onnxFile({
  inputs: [{ name: 'y', type: INT64, shape: ['N', CONTEXT] }],
  outputs: [{ name: 'decoder_out', type: FLOAT, shape: ['N', VOCABULARY] }],
  constants: [{ name: 'nothing', shape: [CONTEXT, VOCABULARY], data: new Float32Array(CONTEXT * VOCABULARY) }],
  operations: [
    { type: 'Cast', inputs: ['y'], outputs: ['known'], integers: { to: FLOAT } },
    { type: 'MatMul', inputs: ['known', 'nothing'], outputs: ['decoder_out'] },
  ],
  metadata: { vocab_size: VOCABULARY, context_size: CONTEXT },
});

const joiner = onnxFile({
  inputs: [
    { name: 'encoder_out', type: FLOAT, shape: ['N', VOCABULARY] },
    { name: 'decoder_out', type: FLOAT, shape: ['N', VOCABULARY] },
  ],
  outputs: [{ name: 'logit', type: FLOAT, shape: ['N', VOCABULARY] }],
  constants: [],
  operations: [{ type: 'Add', inputs: ['encoder_out', 'decoder_out'], outputs: ['logit'] }],
  metadata: { joiner_dim: VOCABULARY },
});

const tokens = ['<blk> 0', ...toneLetters.map(({ letter }, index) => `▁${letter.toUpperCase()} ${index + 1}`), ''].join(
  '\n',
);

/** Writes the files of a recognizer of tones, a few kilobytes of our own. */
export async function writeToneRecognizer(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true });
  const files = { 'encoder.onnx': encoder, 'decoder.onnx': decoder, 'joiner.onnx': joiner, 'tokens.txt': tokens };
  for (const [name, content] of Object.entries(files)) await writeFile(path.join(directory, name), content);
}
