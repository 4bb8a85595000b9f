/** What grammars trip over: separators, quotes, line ends, and bytes that are none of text. */
const SPECIAL = [0, 9, 10, 13, 32, 34, 37, 44, 47, 58, 59, 60, 61, 62, 63, 64, 91, 92, 93, 127, 128, 255];

/** A copy of the message with one to six faults: bytes changed, runs cut out, repeated or moved, lines doubled, the end cut off. */
export function mutate(message: Buffer, random: () => number): Buffer {
  let mutant: Buffer = Buffer.from(message);
  for (let faults = 1 + Math.floor(random() * 6); faults > 0 && mutant.length > 0; faults -= 1) {
    mutant = FAULTS[Math.floor(random() * FAULTS.length)]!(mutant, random);
  }
  return mutant;
}

type Fault = (bytes: Buffer, random: () => number) => Buffer;

const at = (bytes: Buffer, random: () => number) => Math.floor(random() * bytes.length);

const changeByte: Fault = (bytes, random) => {
  bytes[at(bytes, random)] =
    random() < 0.7 ? SPECIAL[Math.floor(random() * SPECIAL.length)]! : Math.floor(random() * 256);
  return bytes;
};

const cutRun: Fault = (bytes, random) => {
  const start = at(bytes, random);
  return Buffer.concat([bytes.subarray(0, start), bytes.subarray(start + 1 + Math.floor(random() * 20))]);
};

const repeatRun: Fault = (bytes, random) => {
  const start = at(bytes, random);
  const run = bytes.subarray(start, start + 1 + Math.floor(random() * 30));
  const copies = Array<Buffer>(1 + Math.floor(random() * 40)).fill(run);
  return Buffer.concat([bytes.subarray(0, start), ...copies, bytes.subarray(start)]);
};

const moveRun: Fault = (bytes, random) => {
  const start = at(bytes, random);
  const run = Buffer.from(bytes.subarray(start, start + 1 + Math.floor(random() * 60)));
  const rest = Buffer.concat([bytes.subarray(0, start), bytes.subarray(start + run.length)]);
  const target = Math.floor(random() * (rest.length + 1));
  return Buffer.concat([rest.subarray(0, target), run, rest.subarray(target)]);
};

const doubleLine: Fault = (bytes, random) => {
  const lines = bytes.toString('latin1').split('\r\n');
  const line = lines[Math.floor(random() * lines.length)]!;
  lines.splice(Math.floor(random() * (lines.length + 1)), 0, line);
  return Buffer.from(lines.join('\r\n'), 'latin1');
};

const cutEnd: Fault = (bytes, random) => bytes.subarray(0, at(bytes, random));

const FAULTS: readonly Fault[] = [changeByte, changeByte, changeByte, cutRun, repeatRun, moveRun, doubleLine, cutEnd];
