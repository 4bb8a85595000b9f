/** Words as a model of Moonshine counts them. */
export interface Tokenizer {
  /** Before all words, and behind them. */
  readonly start: number;
  readonly end: number;
  /** What may follow the last word: the end, or a mark. */
  readonly ends: readonly number[];
  /** Those behind which nothing is coming. */
  readonly fullStops: readonly number[];
  readonly comma: number;
  encode(text: string): number[];
  decode(tokens: number[]): string;
}

const START = 1;
const END = 2;
const FULL_STOPS = ['.', '?', '!'];

/** Moonshine has the tokens of the first Llama. Rejects where the package is not installed. */
export async function loadTokenizer(): Promise<Tokenizer> {
  const { default: llama } = await import('llama-tokenizer-js');
  const encode = (text: string): number[] => llama.encode(text, false, true);
  // Without the space that begins a text.
  const markOf = (mark: string): number => llama.encode(mark, false, false).at(-1)!;
  const fullStops = [END, ...FULL_STOPS.map(markOf)];
  const comma = markOf(',');
  return {
    start: START,
    end: END,
    ends: [...fullStops, comma, markOf('...')],
    fullStops,
    comma,
    encode,
    decode: (tokens) => llama.decode(tokens, false, true),
  };
}
