import { readFileSync } from 'node:fs';
import type { Line } from './line.ts';
import { recordedFile } from './recording.ts';

/** The dialogues of "Flight of the Amazon Queen", spoken by actors in 1995: some 3000 lines of everyday English, of 40 characters. */
export const amazonQueenLines = (): Line[] =>
  spokenLines(
    readFileSync(
      recordedFile('flight-of-the-amazon-queen', 'usr', 'share', 'scummvm', 'flight-of-the-amazon-queen', 'queen.1c'),
    ),
  );

/**
 * The archive begins with a table of what it holds; a dialogue (`.DOG`) has the texts, each with the number that its sound (`.SB`) is
 * called by.
 */
export function spokenLines(archive: Buffer): Line[] {
  const files = filesOf(archive);
  return [...files].flatMap(([name, dialogue]) => (name.endsWith('.DOG') ? linesOf(dialogue, files) : []));
}

const TABLE = { countAt: 13, from: 15, entryBytes: 21, nameBytes: 12 };

function filesOf(archive: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (let left = archive.readUInt16BE(TABLE.countAt), at = TABLE.from; left > 0; left -= 1, at += TABLE.entryBytes) {
    const name = archive.toString('latin1', at, at + TABLE.nameBytes).replace(/\0.*/s, '');
    // A byte between them tells the disk.
    const offset = archive.readUInt32BE(at + TABLE.nameBytes + 1);
    files.set(name, archive.subarray(offset, offset + archive.readUInt32BE(at + TABLE.nameBytes + 5)));
  }
  return files;
}

const DIALOGUE = { headerBytes: 20, personAt: 22, treeFrom: 32, levelBytes: 96 };
/** A sound that is shorter has not all of its text: 24 letters a second cannot be said. */
const LEAST_LETTER_BYTES = 80;
/** Who speaks in a dialogue: the hero, and whom he meets. */
const ROLES = ['J', 'P'] as const;

function linesOf(file: Buffer, files: ReadonlyMap<string, Buffer>): Line[] {
  const dialogue = file.subarray(DIALOGUE.headerBytes);
  const [levels, , key, heroCount, personCount] = Array.from({ length: 5 }, (_, at) => dialogue.readInt16BE(2 * at));
  const heroFrom = DIALOGUE.treeFrom + Math.abs(levels!) * DIALOGUE.levelBytes;
  const texts = {
    J: textsFrom(dialogue, heroFrom, heroCount!),
    P: textsFrom(dialogue, dialogue.readUInt16BE(DIALOGUE.personAt), personCount!),
  };
  return ROLES.flatMap((role) =>
    texts[role].flatMap(({ id, text }) => {
      const name = `${padded(key!.toString(), 2)}${padded(id.toString(16), 4)}${role}`.toUpperCase();
      return sentencesOf(text).flatMap((sentence, at) => {
        const bytes = files.get(`${name}${at + 1}.SB`);
        const voice = role === 'J' ? 'queen/hero' : `queen/${key}`;
        const isWhole = bytes && bytes.length >= LEAST_LETTER_BYTES * sentence.length;
        return isWhole ? [{ voice, text: sentence, sound: { format: 'mp3' as const, bytes: () => bytes } }] : [];
      });
    }),
  );
}

const padded = (digits: string, length: number): string => digits.padStart(length, '0');

/** Each has a number of two bytes behind two others, a length, and the text, which ends at a multiple of four. */
function textsFrom(dialogue: Buffer, from: number, count: number): { id: number; text: string }[] {
  const texts = [];
  for (let at = from, left = count; left > 0 && at + 5 < dialogue.length; left -= 1) {
    const id = dialogue.readInt16BE(at + 2);
    const length = dialogue[at + 4]!;
    const text = dialogue.toString('latin1', at + 5, at + 5 + length);
    if (id >= 0) texts.push({ id, text });
    at += 5 + length;
    if (length > 0) at = Math.ceil(at / 4) * 4;
  }
  return texts;
}

/** Gestures (`*03`) stand where one sound ends and the next one begins. */
const sentencesOf = (text: string): string[] =>
  text
    .split(/(?:\*[0-9A-Z]{2})+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
