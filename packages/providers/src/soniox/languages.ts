/** Of recognition and of speech alike (https://soniox.com/docs/stt/concepts/supported-languages). */
const CODES =
  'af sq ar az eu be bn bs bg ca zh hr cs da nl en et fi fr gl de el gu he hi hu id it ja kn kk ko lv lt mk ms ml mr no fa pl pt pa ro ru sr sk sl es sw sv tl ta te th tr uk ur vi cy';

/** Tags of the same languages that the vendor does not know. */
const OTHER_NAMES: Record<string, string> = { nb: 'no', fil: 'tl' };

/** Primary subtags. */
export const LANGUAGES: readonly string[] = [...CODES.split(' '), ...Object.keys(OTHER_NAMES)];

/** The vendor's code for a BCP 47 tag. */
export function languageCode(tag: string): string {
  const primary = tag.split('-')[0]!.toLowerCase();
  return OTHER_NAMES[primary] ?? primary;
}
