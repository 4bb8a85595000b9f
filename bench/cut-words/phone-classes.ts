import type { SoundClass } from '@parley/conversation/testing';

const IPA: Readonly<Record<SoundClass, string>> = {
  pause: '',
  A: 'aæɑʌɐɒ',
  E: 'əɛeɜœøɘɞɚɝ3',
  I: 'iɪyʏɨ',
  U: 'ouʊɔɯɤʉ',
  nasal: 'mnŋɲɳɱ',
  glide: 'lɫʎɭɹwjɥɾrʁʀɻɰɽ',
  sibilant: 'szʃʒɕʑʂʐ',
  breath: 'fvθðxɣhɦçʝβχħɸ',
  stop: 'ptkcqʔʈ',
  voiced: 'bdɡgɟɖ',
};
const BY_LETTER = new Map(
  Object.entries(IPA).flatMap(([name, letters]) => [...letters].map((letter) => [letter, name as SoundClass] as const)),
);

const CMU: Readonly<Record<string, readonly SoundClass[]>> = {
  pau: ['pause'],
  h: ['pause'],
  '#': ['pause'],
  brth: ['pause'],
  aa: ['A'],
  ae: ['A'],
  ah: ['A'],
  ao: ['U'],
  aw: ['A', 'U'],
  ax: ['E'],
  ay: ['A', 'I'],
  eh: ['E'],
  er: ['E'],
  ey: ['E', 'I'],
  ih: ['I'],
  iy: ['I'],
  ow: ['U'],
  oy: ['U', 'I'],
  uh: ['U'],
  uw: ['U'],
  m: ['nasal'],
  n: ['nasal'],
  ng: ['nasal'],
  el: ['glide'],
  em: ['nasal'],
  en: ['nasal'],
  l: ['glide'],
  r: ['glide'],
  w: ['glide'],
  y: ['glide'],
  s: ['sibilant'],
  z: ['sibilant'],
  sh: ['sibilant'],
  zh: ['sibilant'],
  ch: ['stop', 'sibilant'],
  jh: ['voiced', 'sibilant'],
  f: ['breath'],
  v: ['breath'],
  th: ['breath'],
  dh: ['breath'],
  hh: ['breath'],
  p: ['stop'],
  t: ['stop'],
  k: ['stop'],
  b: ['voiced'],
  d: ['voiced'],
  g: ['voiced'],
  dx: ['voiced'],
};

/** The sounds of a phone, one after the other; null: it is none that is known. */
export function classesOfPhone(name: string, isIpa: boolean): readonly SoundClass[] | null {
  if (!isIpa) return CMU[name] ?? null;
  const letters = [...name].filter((letter) => BY_LETTER.has(letter));
  if (name.replace(/[ː_:|]/g, '') === '') return ['pause'];
  return letters.length > 0 ? letters.map((letter) => BY_LETTER.get(letter)!) : null;
}
