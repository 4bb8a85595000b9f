import { BuiltinSpeech } from '@parley/providers';

/** The words as sound of 8 kHz mono, in a voice that no agent has. */
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
