import { expect, it } from 'vitest';
import { listenable } from './listenable.ts';

const [LEAD, VOICE, TAIL] = [1, 2, 3];
/** Of 20 ms each. */
const framesOf = (...counts: [lead: number, voice: number, tail: number]): Int16Array[] =>
  counts.flatMap((count, index) => Array.from({ length: count }, () => new Int16Array(160).fill(index + 1)));
/** How many milliseconds of each there are. */
const spansOf = (samples: Int16Array) =>
  [LEAD, VOICE, TAIL, 0].map((kind) => samples.filter((at) => at === kind).length / 8);

it.each([
  ['what is sent before it, in part, and silence behind it', [15, 20, 3], [180, 400, 60, 140]],
  ['as it is, where little is before it', [4, 20, 10], [80, 400, 200, 0]],
  ['more than it needs behind it', [9, 5, 20], [180, 100, 400, 0]],
  ['a voice that goes on', [15, 22, 0], [180, 440, 0, 200]],
] as const)('has a voice with %s', (_, [lead, voice, tail], spans) =>
  expect(spansOf(listenable(framesOf(lead, voice, tail), { leadMs: lead * 20, tailMs: tail * 20 }))).toEqual(spans),
);
