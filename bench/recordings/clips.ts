import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { SpeechRequest } from '../synthesis/speech-request.ts';
import { type Clip, type ClipWord, clipOf } from '../turn-taking/stimuli/speech-clip.ts';

const SCRIPT = fileURLToPath(new URL('align.ts', import.meta.url));

/** What people said, with the times at which the recognizer finds its words. */
export function recordedClips(requests: readonly SpeechRequest[]): Clip[] {
  const input = JSON.stringify(requests.map(({ voice, text }) => ({ voice, text })));
  const found: { pcm: string; words: ClipWord[] }[] = JSON.parse(
    execFileSync(process.execPath, [SCRIPT], { input, maxBuffer: 1 << 30 }).toString(),
  );
  return found.map(({ pcm, words }) =>
    clipOf(new Int16Array(Uint8Array.from(Buffer.from(pcm, 'base64')).buffer), words),
  );
}
