import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Line } from './line.ts';
import { recordedFile } from './recording.ts';

const TEXTS = ['asterisk-core-sounds-en', 'usr', 'share', 'doc', 'asterisk-core-sounds-en', 'core-sounds-en.txt.gz'];

/** What a telephone exchange says, read by Allison Smith for Asterisk. */
export function telephonePromptLines(): Line[] {
  const texts = gunzipSync(readFileSync(recordedFile(...TEXTS))).toString();
  const directory = recordedFile(
    'asterisk-core-sounds-en-wav',
    'usr',
    'share',
    'asterisk',
    'sounds',
    'en_US_f_Allison',
  );
  return texts.split('\n').flatMap((row) => {
    const [name, text] = row.split(/: (.*)/);
    const file = `${directory}/${name}.wav`;
    if (!text || !existsSync(file)) return [];
    return [{ voice: 'prompts/allison', text, sound: { format: 'wav' as const, bytes: () => readFileSync(file) } }];
  });
}
