import { expect, it } from 'vitest';
import { spokenLines } from './amazon-queen.ts';

const int16 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [at, value] of values.entries()) bytes.writeInt16BE(value, 2 * at);
  return bytes;
};

/** A text of a dialogue that begins at `at`, with its sound's number, and what fills it up to a multiple of four. */
function text(at: number, id: number, said: string): Buffer {
  const filled = said === '' ? 0 : -(at + 5 + said.length) & 3;
  return Buffer.concat([int16(0, id), Buffer.from([said.length]), Buffer.from(said), Buffer.alloc(filled)]);
}

const LEVELS = 1;
const HERO_FROM = 32 + LEVELS * 96;

function dialogue(key: number, heroSays: [number, string][], personSays: [number, string][]): Buffer {
  const texts = (from: number, all: [number, string][]): Buffer =>
    all.reduce((before, [id, said]) => Buffer.concat([before, text(from + before.length, id, said)]), Buffer.alloc(0));
  const hero = texts(HERO_FROM, heroSays);
  const personFrom = HERO_FROM + hero.length;
  const head = Buffer.alloc(HERO_FROM);
  // A tree that was written by another version has its size with a minus.
  int16(-LEVELS, 0, key, heroSays.length, personSays.length).copy(head);
  int16(personFrom).copy(head, 22);
  return Buffer.concat([Buffer.alloc(20), head, hero, texts(personFrom, personSays)]);
}

function archive(files: Record<string, Buffer>): Buffer {
  const table = Buffer.alloc(15 + 21 * Object.keys(files).length);
  table.writeUInt16BE(Object.keys(files).length, 13);
  let offset = table.length;
  for (const [index, [name, content]] of Object.entries(files).entries()) {
    const at = 15 + 21 * index;
    table.write(name, at, 'latin1');
    table.writeUInt32BE(offset, at + 13);
    table.writeUInt32BE(content.length, at + 17);
    offset += content.length;
  }
  return Buffer.concat([table, ...Object.values(files)]);
}

const sound = (byte: number): Buffer => Buffer.alloc(2400, byte);

it('has each sentence with its sound, of the hero and of whom he meets', () => {
  const lines = spokenLines(
    archive({
      'BUDINT.DOG': dialogue(
        7,
        [
          [26, "What's that?"],
          [-1, 'not said'],
          [27, ''],
        ],
        [[3, 'Hm.*03A statue.*A1*05Go!']],
      ),
      '07001AJ1.SB': sound(1),
      '070003P1.SB': sound(2),
      '070003P2.SB': sound(3),
      '070003P3.SB': sound(4),
    }),
  );
  expect(lines.map(({ voice, text: said, sound: { format, bytes } }) => [voice, said, format, bytes()[0]])).toEqual([
    ['queen/hero', "What's that?", 'mp3', 1],
    ['queen/7', 'Hm.', 'mp3', 2],
    ['queen/7', 'A statue.', 'mp3', 3],
    ['queen/7', 'Go!', 'mp3', 4],
  ]);
});

it('leaves out what has no sound, and one that is too short for its text', () => {
  const files = {
    'A.DOG': dialogue(12, [[1, 'This was not recorded.']], [[2, 'This takes longer than it lasts, by far.']]),
    '120002P1.SB': sound(1),
  };
  expect(spokenLines(archive(files))).toEqual([]);
});
