import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { SpeechRequest } from '../../synthesis/speech-request.ts';
import { pronounced } from './pronounced.ts';
import { type Clip, type ClipWord, clipOf } from './speech-clip.ts';

const SCRIPT = fileURLToPath(new URL('../../synthesis/pico.ts', import.meta.url));

/** The requests, spoken by SVOX Pico, which does not tell when words are said: the recognizer finds the words that are known. */
export function speakWithPico(requests: readonly SpeechRequest[]): Clip[] {
  const input = requests.map((request) => ({ voice: request.voice, text: request.text, said: said(request) }));
  const output = execFileSync(process.execPath, [SCRIPT], { input: JSON.stringify(input), maxBuffer: 1 << 30 });
  const spoken: { pcm: string; words: ClipWord[] }[] = JSON.parse(output.toString());
  return spoken.map(({ pcm, words }) =>
    clipOf(new Int16Array(Uint8Array.from(Buffer.from(pcm, 'base64')).buffer), words),
  );
}

const said = ({ text }: SpeechRequest): string =>
  text
    .split(' ')
    .map((word) => pronounced(word, 'spelling'))
    .join(' ');
