import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Resampler, readWav, SAMPLE_RATE_HZ } from '@parley/audio';
import { BuiltinSpeech } from '@parley/providers';

/** The words as audio of 8 kHz mono, in a voice that no agent has. */
export async function spoken(...texts: string[]): Promise<Int16Array[]> {
  const speech = new BuiltinSpeech({ recognizes: false });
  try {
    const sounds: Int16Array[] = [];
    for (const text of texts) {
      const samples: number[] = [];
      const signal = new AbortController().signal;
      for await (const chunk of speech.speak({ text, voice: 'slt', language: 'en-US', signal })) {
        samples.push(...chunk.samples);
      }
      sounds.push(Int16Array.from(samples));
    }
    return sounds;
  } finally {
    await speech.close();
  }
}

/** The words as audio of 8 kHz mono, by a synthesizer that is not ours: Parley cannot speak the language. */
export async function spokenBy(voice: string, ...texts: string[]): Promise<Int16Array[]> {
  return Promise.all(
    texts.map(async (text) => {
      const { stdout } = await promisify(execFile)('espeak-ng', ['-v', voice, '-s', '150', '--stdout', text], {
        encoding: 'buffer',
        maxBuffer: 1 << 24,
      });
      const { sampleRateHz, samples } = readWav(stdout);
      return new Resampler(sampleRateHz, SAMPLE_RATE_HZ).process(samples);
    }),
  );
}
