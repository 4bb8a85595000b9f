import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Resampler, readWav, SAMPLE_RATE_HZ } from '@parley/audio';
import type { SpeechRequest } from '../../synthesis/speech-request.ts';
import { pronounced } from './pronounced.ts';
import { type Clip, clipOf } from './speech-clip.ts';

/** The requests, spoken by Debian's `pico2wave`, whose voices are its languages. It tells no word times: the words share the clip evenly. */
export function speakWithPico(requests: readonly SpeechRequest[]): Clip[] {
  const directory = mkdtempSync(path.join(tmpdir(), 'parley-pico-'));
  const file = path.join(directory, 'voice.wav');
  try {
    return requests.map(({ voice, rate, pitch, text }) => {
      const words = text.split(' ');
      const spelled = words.map((word) => pronounced(word, 'spelling')).join(' ');
      const marked = `<speed level='${rate}'><pitch level='${pitch}'>${spelled}</pitch></speed>`;
      execFileSync('pico2wave', ['-l', voice, '-w', file, marked], { stdio: 'ignore' });
      const { sampleRateHz, samples } = readWav(readFileSync(file));
      const { samples: sound } = clipOf(new Resampler(sampleRateHz, SAMPLE_RATE_HZ).process(samples), []);
      const wordMs = ((sound.length / SAMPLE_RATE_HZ) * 1000) / words.length;
      return {
        samples: sound,
        words: words.map((word, index) => ({ text: word, startMs: index * wordMs, endMs: (index + 1) * wordMs })),
      };
    });
  } finally {
    rmSync(directory, { recursive: true });
  }
}
