import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Resampler, readWav, SAMPLE_RATE_HZ } from '@parley/audio';
import type { SpeechRequest } from '../../synthesis/speech-request.ts';
import { pronounced } from './pronounced.ts';
import { type Clip, clipOf } from './speech-clip.ts';

/** The requests, spoken by Festival in one process, with the word times of its own timing model. */
export function speakWithFestival(requests: readonly SpeechRequest[]): Clip[] {
  const directory = mkdtempSync(path.join(tmpdir(), 'parley-festival-'));
  try {
    const script = path.join(directory, 'speak.scm');
    writeFileSync(
      script,
      requests.map((request, index) => commandsOf(request, path.join(directory, `${index}.wav`))).join('\n'),
    );
    const output = execFileSync('festival', ['-b', script], { maxBuffer: 1 << 28 }).toString();
    const spoken = output.split('utterance\n').slice(1);
    return requests.map((request, index) =>
      clipFrom(request.text, spoken[index]!, readFileSync(path.join(directory, `${index}.wav`))),
    );
  } finally {
    rmSync(directory, { recursive: true });
  }
}

const commandsOf = ({ voice, text }: SpeechRequest, file: string): string => {
  const spelled = text.split(' ').map((word) => pronounced(word, 'spelling'));
  return `(voice_${voice})
(set! spoken (utt.synth (Utterance Text "${spelled.join(' ')}")))
(format t "utterance\\n")
(mapcar (lambda (token)
    (if (item.daughters token)
      (format t "%f %f\\n" (item.feat token "daughter1.word_start") (item.feat token "daughtern.word_end"))))
  (utt.relation.items spoken 'Token))
(utt.save.wave spoken "${file}" 'riff)`;
};

function clipFrom(text: string, times: string, wav: Uint8Array): Clip {
  const { sampleRateHz, samples } = readWav(wav);
  // What Festival calls tokens are the words of the text; the words below them are how they are read.
  const lines = times.trim().split('\n');
  if (lines.length !== text.split(' ').length) throw new Error(`Festival tells other words than those of: ${text}`);
  const words = text.split(' ').map((word, index) => {
    const [startS, endS] = lines[index]!.split(' ').map(Number);
    return { text: word, startMs: startS! * 1000, endMs: endS! * 1000 };
  });
  return clipOf(new Resampler(sampleRateHz, SAMPLE_RATE_HZ).process(samples), words);
}
