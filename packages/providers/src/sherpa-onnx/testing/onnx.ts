/** The part of ONNX's file format that small models need (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto). */

const VARINT = 0;
const BYTES = 2;

export const FLOAT = 1;
export const INT64 = 7;

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 0x7f) {
    bytes.push((rest & 0x7f) | 0x80);
    rest = Math.floor(rest / 128);
  }
  return [...bytes, rest];
}

/** A field of a message, in the encoding of protocol buffers; integers are not negative. */
function field(number: number, value: number | string | Uint8Array): Buffer {
  if (typeof value === 'number') return Buffer.from([...varint(number * 8 + VARINT), ...varint(value)]);
  const bytes = Buffer.from(value);
  return Buffer.concat([Buffer.from([...varint(number * 8 + BYTES), ...varint(bytes.length)]), bytes]);
}

const message = (...fields: Buffer[]): Buffer => Buffer.concat(fields);

/** A name for each dimension that is only known when the model runs. */
interface Port {
  name: string;
  type: typeof FLOAT | typeof INT64;
  shape: (number | string)[];
}

interface Constant {
  name: string;
  shape: number[];
  /** Float32Array and BigInt64Array are what models calculate with. */
  data: Float32Array | BigInt64Array;
}

interface Operation {
  type: string;
  inputs: string[];
  outputs: string[];
  integers?: Record<string, number | number[]>;
}

export interface OnnxModel {
  inputs: Port[];
  outputs: Port[];
  constants: Constant[];
  operations: Operation[];
  /** What the runtime asks of a model: its kind, sizes, rate. */
  metadata: Record<string, string | number>;
}

const OPERATOR_SET = 13;
const IR_VERSION = 8;
const ATTRIBUTE_INT = 2;
const ATTRIBUTE_INTS = 7;

function port({ name, type, shape }: Port): Buffer {
  const dimensions = shape.map((size) => field(1, typeof size === 'number' ? field(1, size) : field(2, size)));
  const tensor = message(field(1, type), field(2, message(...dimensions)));
  return message(field(1, name), field(2, field(1, tensor)));
}

function constant({ name, shape, data }: Constant): Buffer {
  const type = data instanceof Float32Array ? FLOAT : INT64;
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return message(...shape.map((size) => field(1, size)), field(2, type), field(8, name), field(9, bytes));
}

function attribute(name: string, value: number | number[]): Buffer {
  if (typeof value === 'number') return message(field(1, name), field(3, value), field(20, ATTRIBUTE_INT));
  return message(field(1, name), ...value.map((one) => field(8, one)), field(20, ATTRIBUTE_INTS));
}

function operation({ type, inputs, outputs, integers = {} }: Operation): Buffer {
  return message(
    ...inputs.map((name) => field(1, name)),
    ...outputs.map((name) => field(2, name)),
    field(4, type),
    ...Object.entries(integers).map(([name, value]) => field(5, attribute(name, value))),
  );
}

/** The bytes of a model's file. */
export function onnxFile({ inputs, outputs, constants, operations, metadata }: OnnxModel): Buffer {
  const graph = message(
    ...operations.map((one) => field(1, operation(one))),
    field(2, 'model'),
    ...constants.map((one) => field(5, constant(one))),
    ...inputs.map((one) => field(11, port(one))),
    ...outputs.map((one) => field(12, port(one))),
  );
  return message(
    field(1, IR_VERSION),
    field(7, graph),
    field(8, field(2, OPERATOR_SET)),
    ...Object.entries(metadata).map(([key, value]) => field(14, message(field(1, key), field(2, String(value))))),
  );
}
