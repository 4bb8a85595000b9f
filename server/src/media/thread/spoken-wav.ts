import { Resampler, SAMPLE_RATE_HZ, wavHeader } from '@parley/audio';
import { type SpeechChunk, type SpokenVoice, spokenText } from '@parley/conversation';

export interface SpokenWav {
  /** 8 kHz mono, as a telephone carries it. */
  wav: Buffer;
  /** From the request to the first audio; null when there was none. */
  firstMs: number | null;
}

/** A WAV file of the words. Rejects with a ProviderError; when `signal` aborts the file ends there. */
export function spokenWav(
  { tts, voice }: SpokenVoice,
  { text, language }: { text: string; language: string },
  signal: AbortSignal,
): Promise<SpokenWav> {
  return wavFrom(spokenText(tts, { text, voice, language, signal }));
}

/** A WAV file of what comes. */
export async function wavFrom(sound: AsyncIterable<SpeechChunk>): Promise<SpokenWav> {
  const startedMs = performance.now();
  let firstMs: number | null = null;
  const pieces: Int16Array[] = [];
  let resampler: Resampler | null = null;
  for await (const { samples, sampleRateHz } of sound) {
    firstMs ??= Math.round(performance.now() - startedMs);
    resampler ??= new Resampler(sampleRateHz, SAMPLE_RATE_HZ);
    pieces.push(resampler.process(samples));
  }
  if (resampler) pieces.push(resampler.flush());
  return { wav: wavOf(pieces), firstMs };
}

function wavOf(pieces: readonly Int16Array[]): Buffer {
  const bytes = pieces.map((piece) => Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength));
  const dataBytes = bytes.reduce((sum, { length }) => sum + length, 0);
  return Buffer.concat([wavHeader({ sampleRateHz: SAMPLE_RATE_HZ, channels: 1, dataBytes }), ...bytes]);
}
