// Finds when the words of recorded lines are said. Reads a JSON array of {voice, text}; writes one of {pcm, words}, pcm as 8 kHz in
// base64, words in milliseconds.
import { text as read } from 'node:stream/consumers';
import { wordsWithin } from '../synthesis/forced-alignment.ts';
import { people } from './people.ts';
import { decoded } from './recording.ts';

const lines = people();

function found({ voice, text }: { voice: string; text: string }) {
  const line = lines.find((said) => said.voice === voice && said.words === text);
  if (!line) throw new Error(`${voice} never says "${text}"`);
  const sound = decoded(line.sound);
  return {
    pcm: Buffer.from(sound.buffer, sound.byteOffset, sound.byteLength).toString('base64'),
    words: wordsWithin(sound, text),
  };
}

const requests: { voice: string; text: string }[] = JSON.parse(await read(process.stdin));
process.stdout.write(JSON.stringify(requests.map(found)));
