import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { MODEL_FILE, type OpenModelInput } from '../../open-models/open-model.ts';
import { FLOAT, INT64, onnxFile } from '../../sherpa-onnx/testing/onnx.ts';

const licence = 'Apache-2.0';
const float = (name: string, value: number) => ({ name, shape: [1], data: Float32Array.of(value) });
const integers = (name: string, ...values: number[]) => ({
  name,
  shape: [values.length],
  data: BigInt64Array.from(values, BigInt),
});

/** So much of a state is left after a window. */
export const KEPT = 0.5;

/**
 * Inputs and outputs of Silero 5 at 8 kHz, and of what it does the simplest: its state is the mean of the squares of what it
 * heard, of which the older counts half each time, and its output the state times a thousand, 1 at most.
 */
export const tinySilero = onnxFile({
  inputs: [
    { name: 'input', type: FLOAT, shape: ['N', 'samples'] },
    { name: 'state', type: FLOAT, shape: [2, 'N', 128] },
    { name: 'sr', type: INT64, shape: [] },
  ],
  outputs: [
    { name: 'output', type: FLOAT, shape: ['N', 1] },
    { name: 'stateN', type: FLOAT, shape: [2, 'N', 128] },
  ],
  constants: [float('kept', KEPT), float('thousand', 1000), float('one', 1), integers('last', 1)],
  operations: [
    { type: 'Mul', inputs: ['input', 'input'], outputs: ['squares'] },
    { type: 'ReduceMean', inputs: ['squares'], outputs: ['energy'], integers: { axes: [1], keepdims: 1 } },
    { type: 'Mul', inputs: ['state', 'kept'], outputs: ['older'] },
    { type: 'Add', inputs: ['older', 'energy'], outputs: ['stateN'] },
    { type: 'ReduceMean', inputs: ['stateN'], outputs: ['mean'], integers: { axes: [0, 2], keepdims: 0 } },
    { type: 'Unsqueeze', inputs: ['mean', 'last'], outputs: ['column'] },
    { type: 'Mul', inputs: ['column', 'thousand'], outputs: ['scaled'] },
    { type: 'Min', inputs: ['scaled', 'one'], outputs: ['output'] },
  ],
  metadata: {},
});

/** The same with the inputs and outputs of Silero 4: two states of 64, no context. */
export const tinySilero4 = onnxFile({
  inputs: [
    { name: 'input', type: FLOAT, shape: ['N', 256] },
    { name: 'sr', type: INT64, shape: [] },
    { name: 'h', type: FLOAT, shape: [2, 'N', 64] },
    { name: 'c', type: FLOAT, shape: [2, 'N', 64] },
  ],
  outputs: [
    { name: 'output', type: FLOAT, shape: ['N', 1] },
    { name: 'hn', type: FLOAT, shape: [2, 'N', 64] },
    { name: 'cn', type: FLOAT, shape: [2, 'N', 64] },
  ],
  constants: [float('kept', KEPT), float('thousand', 1000), float('one', 1), integers('last', 1)],
  operations: [
    { type: 'Mul', inputs: ['input', 'input'], outputs: ['squares'] },
    { type: 'ReduceMean', inputs: ['squares'], outputs: ['energy'], integers: { axes: [1], keepdims: 1 } },
    { type: 'Mul', inputs: ['h', 'kept'], outputs: ['older'] },
    { type: 'Add', inputs: ['older', 'energy'], outputs: ['hn'] },
    { type: 'Identity', inputs: ['c'], outputs: ['cn'] },
    { type: 'ReduceMean', inputs: ['hn'], outputs: ['mean'], integers: { axes: [0, 2], keepdims: 0 } },
    { type: 'Unsqueeze', inputs: ['mean', 'last'], outputs: ['column'] },
    { type: 'Mul', inputs: ['column', 'thousand'], outputs: ['scaled'] },
    { type: 'Min', inputs: ['scaled', 'one'], outputs: ['output'] },
  ],
  metadata: {},
});

/** Inputs and outputs of Smart Turn 3: sure of the end when the last second is quiet, by the mean of its features. */
export const tinySmartTurn = onnxFile({
  inputs: [{ name: 'input_features', type: FLOAT, shape: ['N', 80, 800] }],
  outputs: [{ name: 'logits', type: FLOAT, shape: ['N', 1] }],
  constants: [
    integers('from', 700),
    integers('to', 800),
    integers('time', 2),
    integers('last', 1),
    float('slope', -20),
  ],
  operations: [
    { type: 'Slice', inputs: ['input_features', 'from', 'to', 'time'], outputs: ['second'] },
    { type: 'ReduceMean', inputs: ['second'], outputs: ['mean'], integers: { axes: [1, 2], keepdims: 0 } },
    { type: 'Unsqueeze', inputs: ['mean', 'last'], outputs: ['column'] },
    { type: 'Mul', inputs: ['column', 'slope'], outputs: ['steep'] },
    { type: 'Sigmoid', inputs: ['steep'], outputs: ['logits'] },
  ],
  metadata: {},
});

async function installFile(modelsDir: string, model: OpenModelInput, file: Uint8Array | string): Promise<void> {
  const directory = path.join(modelsDir, model.name);
  await mkdir(directory, { recursive: true });
  await writeFile(path.join(directory, 'model.onnx'), file);
  await writeFile(path.join(directory, MODEL_FILE), JSON.stringify(model));
}

const silero: OpenModelInput = { name: 'tiny-silero', title: 'Loudness', kind: 'vad', languages: [], licence };
const smartTurn: OpenModelInput = { name: 'tiny-turn', title: 'Quiet', kind: 'end-of-turn', languages: [], licence };

/** Installs a voice detector and an end-of-turn model of our own, in the shapes of those that are published. */
export async function installTinyModels(modelsDir: string): Promise<void> {
  await installFile(modelsDir, silero, tinySilero);
  await installFile(modelsDir, smartTurn, tinySmartTurn);
  await installFile(modelsDir, { ...smartTurn, name: 'zz-no-model' }, 'no model at all');
}
