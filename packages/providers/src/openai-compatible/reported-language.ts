/** The languages of Whisper, whose servers tell them by their English names: OpenAI's own, whisper.cpp's. */
const CODES =
  'af am ar as az ba be bg bn bo br bs ca cs cy da de el en es et eu fa fi fo fr gl gu ha haw he hi hr ht hu hy id is it ' +
  'ja jv ka kk km kn ko la lb ln lo lt lv mg mi mk ml mn mr ms mt my ne nl nn no oc pa pl ps pt ro ru sa sd si sk sl sn ' +
  'so sq sr su sv sw ta te tg th tk tl tr tt uk ur uz vi yi yo yue zh';

/** Where Whisper's name is another one than that of Unicode. */
const OTHER_NAMES: Record<string, string> = {
  bengali: 'bn',
  myanmar: 'my',
  nynorsk: 'nn',
  tagalog: 'tl',
  punjabi: 'pa',
};

const names = new Intl.DisplayNames('en', { type: 'language' });
const byName = new Map([
  ...CODES.split(' ').map((code): [string, string] => [names.of(code)!.toLowerCase(), code]),
  ...Object.entries(OTHER_NAMES),
]);

/** The language that a server reports, as its ISO 639 code; null where it reports none that is known. */
export function reportedLanguage(reported: unknown): string | null {
  if (typeof reported !== 'string') return null;
  const name = reported.trim().toLowerCase();
  return /^[a-z]{2,3}$/.test(name) ? name : (byName.get(name) ?? null);
}
