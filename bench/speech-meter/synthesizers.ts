import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Resampler, readWav, SAMPLE_RATE_HZ } from '@parley/audio';

/** A voice of a synthesizer that is installed for this alone: Debian's `espeak-ng`, `flite` and `festival`. */
export interface Speaker {
  synthesizer: 'espeak-ng' | 'flite' | 'festival';
  voice: string;
  /** Of espeak-ng; the others speak English. */
  language: string;
  /** Words a minute, of espeak-ng. */
  speed?: number;
  /** 0 to 99, of espeak-ng. */
  pitch?: number;
}

/** Those that Festival has on this host. */
export const festivalVoices = (): string[] =>
  execFileSync('festival', ['-b', '(format t "%l" (voice.list))'])
    .toString()
    .match(/[\w-]+/g) ?? [];

function wavOf(speaker: Speaker, text: string): Buffer {
  const { synthesizer, voice, language, speed = 160, pitch = 50 } = speaker;
  const directory = mkdtempSync(path.join(tmpdir(), 'parley-voice-'));
  const file = path.join(directory, 'voice.wav');
  const textFile = path.join(directory, 'text');
  const run = (...words: string[]) => execFileSync(words[0]!, words.slice(1), { stdio: 'ignore' });
  try {
    writeFileSync(textFile, text);
    if (synthesizer === 'espeak-ng')
      run('espeak-ng', '-v', `${language}+${voice}`, '-s', `${speed}`, '-p', `${pitch}`, '-w', file, text);
    else if (synthesizer === 'flite') run('flite', '-voice', voice, '-t', text, '-o', file);
    else run('text2wave', '-eval', `(voice_${voice})`, '-o', file, textFile);
    return readFileSync(file);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** 8 kHz mono, without the silence around it. */
export function synthesize(speaker: Speaker, text: string): Float64Array {
  const { sampleRateHz, samples } = readWav(wavOf(speaker, text));
  const resampler = new Resampler(sampleRateHz, SAMPLE_RATE_HZ);
  const sound = Float64Array.from([...resampler.process(samples), ...resampler.flush()]);
  const isLoud = (sample: number) => Math.abs(sample) > 200;
  const from = sound.findIndex(isLoud);
  return from < 0 ? new Float64Array(0) : sound.subarray(Math.max(0, from - 80), sound.findLastIndex(isLoud) + 80);
}
