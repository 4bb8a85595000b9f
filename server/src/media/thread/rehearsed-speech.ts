import type { RehearsedSpeech } from '../rehearsal.ts';
import type { ThreadProviders } from './providers.ts';
import { spokenWav } from './spoken-wav.ts';

/** A WAV file of the words; null when there is no such voice. */
export async function rehearsedSpeech(
  providers: ThreadProviders,
  { voice, language, text, connections }: RehearsedSpeech,
  signal: AbortSignal,
): Promise<Uint8Array | null> {
  const found = await providers.voiceFor(voice, connections);
  if (!found) return null;
  try {
    return (await spokenWav(found, { text, language }, signal)).wav;
  } finally {
    found.tts.close();
  }
}
