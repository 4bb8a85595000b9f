import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Resampler, readWav, SAMPLE_RATE_HZ } from '@parley/audio';
import type { SpeechRequest } from '../../synthesis/speech-request.ts';
import { pronounced } from './pronounced.ts';
import { type Clip, clipOf, joined } from './speech-clip.ts';

/** Words stand so far apart. */
const GAP_MS = 30;

/** The requests, spoken by flite word by word: it does not tell when words are said, so this is how they are known. */
export function speakWithFlite(requests: readonly SpeechRequest[]): Clip[] {
  const directory = mkdtempSync(path.join(tmpdir(), 'parley-flite-'));
  const known = new Map<string, Clip>();
  const wordIn = (voice: string, word: string): Clip => {
    const key = `${voice} ${word}`;
    const clip = known.get(key) ?? speakWord(path.join(directory, 'word.wav'), voice, word);
    known.set(key, clip);
    return clip;
  };
  try {
    return requests.map(({ voice, text }) => {
      const words = text.split(' ').map((word) => wordIn(voice, word));
      return joined(
        words,
        words.map(() => GAP_MS),
      );
    });
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function speakWord(file: string, voice: string, word: string): Clip {
  execFileSync('flite', ['-voice', voice, '-t', pronounced(word, 'spelling'), '-o', file], { stdio: 'ignore' });
  const { sampleRateHz, samples } = readWav(readFileSync(file));
  const sound = new Resampler(sampleRateHz, SAMPLE_RATE_HZ).process(samples);
  return clipOf(sound, [{ text: word, startMs: 0, endMs: (sound.length / SAMPLE_RATE_HZ) * 1000 }]);
}
