import { SAMPLE_RATE_HZ, wavHeader } from '@parley/audio';
import { spokenText } from '@parley/conversation';
import type { ThreadProviders } from './providers.ts';

interface Speech {
  voice: string;
  language: string;
  text: string;
}

/** A WAV file of the words; null when there is no such voice. */
export async function rehearsedSpeech(
  providers: ThreadProviders,
  { voice, language, text }: Speech,
  signal: AbortSignal,
): Promise<Uint8Array | null> {
  const { tts, name, exists } = providers.voiceFor(voice);
  if (!exists) return null;
  const chunks: Int16Array[] = [];
  for await (const { samples } of spokenText(tts, { text, voice: name, language, signal })) chunks.push(samples);
  const dataBytes = 2 * chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const header = wavHeader({ sampleRateHz: SAMPLE_RATE_HZ, channels: 1, dataBytes });
  const wav = new Uint8Array(header.length + dataBytes);
  wav.set(header);
  let offset = header.length;
  for (const chunk of chunks) {
    wav.set(new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength), offset);
    offset += chunk.byteLength;
  }
  return wav;
}
