/** A phone as it was spoken. */
export interface SpokenPhone {
  name: string;
  startMs: number;
  endMs: number;
}

export interface TimeSpan {
  startMs: number;
  endMs: number;
}

const PAUSE = 'pau';
const VOWEL = /^[aeiou]/;
/** "The" has two vowels, "your" has several: a vowel is rather another vowel than none. */
const COST = { otherVowel: 0.5, other: 1.2, one: 1 };

/** Flite's segments with the times of their ends, as it prints them: "pau:0.158 dh:0.306". */
export function readPhones(printed: string): SpokenPhone[] {
  let startMs = 0;
  return [...printed.matchAll(/(\S+):([\d.]+)/g)].map(([, name, endS]) => {
    const phone = { name: name!, startMs, endMs: Number(endS) * 1000 };
    startMs = phone.endMs;
    return phone;
  });
}

/** Groups of phones that were printed with pauses around them. */
export function readPhoneGroups(printed: string): string[][] {
  return printed
    .split(new RegExp(`(?:^|\\s)${PAUSE}(?=\\s|$)`))
    .map((group) =>
      group
        .trim()
        .split(/\s+/)
        .filter((phone) => phone !== ''),
    )
    .filter((group) => group.length > 0);
}

/**
 * When each word is said, of the phones of them all and those of each word alone: in a sentence some are said
 * otherwise. The alignment of least cost (Wagner and Fischer 1974).
 */
export function wordSpans(phones: readonly SpokenPhone[], words: readonly (readonly string[])[]): TimeSpan[] {
  const spoken = phones.filter(({ name }) => name !== PAUSE);
  const alone = words.flatMap((names, word) => names.map((name) => ({ name, word })));
  const found: (TimeSpan | undefined)[] = [];
  for (const [at, word] of alignedWords(spoken, alone).entries()) {
    const { startMs, endMs } = spoken[at]!;
    found[word] = { startMs: found[word]?.startMs ?? startMs, endMs };
  }
  let lastMs = 0;
  return words.map((_, word) => {
    const span = found[word] ?? { startMs: lastMs, endMs: lastMs };
    lastMs = span.endMs;
    return span;
  });
}

interface LonePhone {
  name: string;
  word: number;
}

/** The word of each spoken phone. */
function alignedWords(spoken: readonly { name: string }[], alone: readonly LonePhone[]): number[] {
  const width = alone.length + 1;
  const costs = new Float64Array((spoken.length + 1) * width);
  for (let j = 1; j < width; j += 1) costs[j] = j * COST.one;
  for (let i = 1; i <= spoken.length; i += 1) {
    costs[i * width] = i * COST.one;
    for (let j = 1; j < width; j += 1)
      costs[i * width + j] = Math.min(
        costs[(i - 1) * width + j - 1]! + costOf(spoken[i - 1]!.name, alone[j - 1]!.name),
        costs[(i - 1) * width + j]! + COST.one,
        costs[i * width + j - 1]! + COST.one,
      );
  }
  const words = new Array<number>(spoken.length).fill(0);
  let j = alone.length;
  for (let i = spoken.length; i > 0; ) {
    const cost = costs[i * width + j]!;
    if (j > 0 && cost === costs[i * width + j - 1]! + COST.one) {
      j -= 1;
      continue;
    }
    i -= 1;
    words[i] = alone[Math.max(0, j - 1)]?.word ?? 0;
    if (j > 0 && cost !== costs[i * width + j]! + COST.one) j -= 1;
  }
  return words;
}

function costOf(spoken: string, alone: string): number {
  if (spoken === alone) return 0;
  return VOWEL.test(spoken) && VOWEL.test(alone) ? COST.otherVowel : COST.other;
}
