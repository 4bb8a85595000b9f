/** More text than a caller would hear out: at 15 characters a second this is eleven minutes. */
export const MAXIMUM_CHARACTERS = 10_000;
/** Synthesis cannot be stopped half-way, and takes 1 s of CPU at worst for a piece of this length (all digits). */
const PIECE_CHARACTERS = 200;
/** Flite's letter-to-sound rules take time quadratic in the length of a word (34 s for 5 000 letters). */
const WORD_PARTS = /.{1,40}/g;

const SPOKEN_SYMBOLS: [RegExp, string][] = [
  [/[‘’‛`´]/g, "'"],
  [/[“”„«»]/g, ' '],
  [/[‐‑‒]/g, '-'],
  [/[–—―…]/g, ', '],
  [/€\s?(\d[\d.,]*)/g, '$1 euros'],
  [/£\s?(\d[\d.,]*)/g, '$1 pounds'],
  [/°\s?([CF])\b/g, ' degrees $1'],
  [/°/g, ' degrees'],
  [/&/g, ' and '],
  [/@/g, ' at '],
  [/%/g, ' percent'],
  [/\+/g, ' plus '],
  [/=/g, ' equals '],
  [/#\s?(?=\d)/g, ' number '],
  [/(?<=\bwww)\.|(?<=\w)\.(?=(?:com|org|net|io|gov|edu)\b)/gi, ' dot '],
];

/** Seven to fifteen digits, perhaps grouped by spaces, dots, hyphens and brackets, and neither a date nor an amount. */
const TELEPHONE_NUMBER = /(?<![\d$€£.,])(?!\d{4}-\d\d-\d\d\b)\+?\(?\d(?:[ .()-]{0,2}\d){6,14}(?![\d,])/g;
const COUNTRY_CODE_1 = /^1(?=\d{10}$)/;

/** Digits one by one, with the pauses people make: +12025550101 is "1, 2 0 2, 5 5 5, 0 1 0 1". */
function spellTelephoneNumber(number: string): string {
  const digits = number.replace(/\D/g, '');
  const country = COUNTRY_CODE_1.test(digits) ? ['1'] : [];
  const rest = digits.slice(country.length);
  const head = rest.slice(0, -4).match(/\d{1,3}/g) ?? [];
  return ` ${[...country, ...head, rest.slice(-4)].map((group) => [...group].join(' ')).join(', ')} `;
}

/** Plain ASCII words and punctuation as Flite pronounces them; what has no audio (markup, emoji, controls) is dropped. */
function pronounceable(text: string): string {
  let spoken = text.normalize('NFKC').replace(TELEPHONE_NUMBER, spellTelephoneNumber);
  for (const [symbol, words] of SPOKEN_SYMBOLS) spoken = spoken.replace(symbol, words);
  return spoken
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^A-Za-z0-9$.,;:!?'\s-]/gu, ' ')
    .replace(/(?<![A-Za-z0-9])['-]+|['-]+(?![A-Za-z0-9])/g, ' ')
    .replace(/\S+/g, (word) => word.match(WORD_PARTS)!.join(' '))
    .replace(/\s+/g, ' ')
    .trim();
}

/** Where a text of more than one piece is cut: after a sentence, else after a comma, else at a space. */
function cutPosition(text: string): number {
  const head = text.slice(0, PIECE_CHARACTERS);
  for (const boundary of [/.*[.!?](?= )/, /.*[,;:](?= )/, /.*\S(?= )/]) {
    const match = boundary.exec(head);
    if (match) return match[0].length;
  }
  return PIECE_CHARACTERS;
}

/** Text as pieces to synthesize one after the other; none when there is nothing to say. */
export function spokenPieces(text: string): string[] {
  const pieces: string[] = [];
  let rest = pronounceable(text);
  while (rest.length > PIECE_CHARACTERS) {
    const cut = cutPosition(rest);
    pieces.push(rest.slice(0, cut));
    rest = rest.slice(cut).trim();
  }
  pieces.push(rest);
  return pieces.filter((piece) => /[A-Za-z0-9]/.test(piece));
}

/** The words that are spoken for a text. */
export const spokenWordsOf = (text: string): string[] =>
  pronounceable(text)
    .split(' ')
    .filter((word) => word !== '');
