/** Of Sonic 3 and later (https://docs.cartesia.ai/build-with-cartesia/tts-models/older-models). */
const SONIC_3 =
  'en de es fr ja pt zh hi ko it nl pl ru sv tr tl bg ro ar cs el fi hr ms sk da ta uk hu no vi bn th he ka id te gu kn ml mr pa';

/** Tags of the same languages that the vendor does not know. */
const OTHER_NAMES: Record<string, string> = { nb: 'no', fil: 'tl' };

/** Of Ink, which is for English. */
export const HEARD_LANGUAGES: readonly string[] = ['en'];

/** Primary subtags. */
export const LANGUAGES: readonly string[] = [...SONIC_3.split(' '), ...Object.keys(OTHER_NAMES)];

/** The vendor's code for a BCP 47 tag. */
export function languageCode(tag: string): string {
  const primary = tag.split('-')[0]!.toLowerCase();
  return OTHER_NAMES[primary] ?? primary;
}
