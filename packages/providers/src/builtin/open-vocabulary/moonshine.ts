import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Resampler, SAMPLE_RATE_HZ } from '@parley/audio';
import type { Tensor } from 'onnxruntime-web';
import { native, type OnnxRuntime } from '../../onnx/runtime.ts';
import { type OnnxSession, openSession, type Tensors } from '../../onnx/session.ts';
import { likeliestPhrases } from './phrase-search.ts';
import { type PhraseTree, phraseTree } from './phrase-tree.ts';
import { spokenText } from './spoken-text.ts';
import { loadTokenizer, type Tokenizer } from './tokenizer.ts';
import { type Interjections, writtenInterjections } from './written-interjections.ts';

/** Of Moonshine tiny: the shape of what its decoder keeps of the tokens before, and of the sound. */
const LAYERS = 6;
const HEADS = 8;
const HEAD_WIDTH = 36;
const MODEL_RATE_HZ = 16_000;
const FULL_SCALE = 32_768;
/** More than are ever spoken: a decoder that goes on is repeating itself (Moonshine, "Speech recognition for live transcription", 3.2). */
const TOKENS_A_SECOND = 6.5;
/** A word takes three at least, however short the sound is. */
const LEAST_TOKENS = 4;
/** Of words that it did not come to the end of. */
const UNENDED: Ending = {
  over: Number.NEGATIVE_INFINITY,
  unmarked: Number.NEGATIVE_INFINITY,
  comma: Number.NEGATIVE_INFINITY,
};

/** Sound as the model has heard it. */
export interface HeardSound {
  readonly encoded: Tensor;
  readonly soundMs: number;
  /** What follows the token that all texts begin with. */
  readonly begun: DecoderRun;
}

/** Words, and how likely they are. */
export interface LikelyWords {
  text: string;
  /** Natural logarithm of the probability of its words, and of their being all. */
  logProbability: number;
}

/** What the model thinks follows the last word, as natural logarithms of the probability. */
interface Ending {
  /** Nothing more is said, whatever mark is written there. */
  over: number;
  /** Nothing more, and no mark. */
  unmarked: number;
  comma: number;
}

/** What was said, and how sure of it the model is. */
export interface Transcript extends LikelyWords {
  ending: Ending;
}

/** Its words as the model counts them, without what ends the sentence. */
export interface TokenTranscript extends Transcript {
  tokens: number[];
}

export interface TranscribeOptions {
  /**
   * Tokens that its words are likely to begin with: those that do are looked at in one run, which takes as long as two or three
   * tokens one after the other.
   */
  draft?: readonly number[];
  /** That it begins with these words is known: they are in the text, and do not count for its probability. */
  known?: string;
  signal?: { readonly aborted: boolean };
}

/** Moonshine tiny: English of any words, in whole utterances. */
export class Moonshine {
  readonly #encoder: OnnxSession;
  readonly #decoder: OnnxSession;
  readonly #tokenizer: Tokenizer;
  readonly #interjections: PhraseTree<keyof Interjections>;

  private constructor(encoder: OnnxSession, decoder: OnnxSession, tokenizer: Tokenizer) {
    this.#encoder = encoder;
    this.#decoder = decoder;
    this.#tokenizer = tokenizer;
    this.#interjections = phraseTree(writtenInterjections, tokenizer.encode);
  }

  /** Rejects where its package or the runtime is not installed. */
  static async load(runtime: () => Promise<OnnxRuntime> = native): Promise<Moonshine> {
    const model = new URL('model/tiny/quantized/', import.meta.resolve('@moonshine-ai/moonshine-js'));
    const tokenizer = await loadTokenizer();
    const open = async (name: string, optimization: 'disabled' | 'constants'): Promise<OnnxSession> =>
      openSession(await readFile(fileURLToPath(new URL(name, model))), { runtime, optimization });
    const encoder = await open('encoder_model.onnx', 'disabled');
    return new Moonshine(encoder, await open('decoder_model_merged.onnx', 'constants'), tokenizer);
  }

  /** @param samples 8 kHz mono */
  async encode(samples: Int16Array): Promise<HeardSound> {
    const wide = new Resampler(SAMPLE_RATE_HZ, MODEL_RATE_HZ).process(samples);
    const input = Float32Array.from(wide, (sample) => sample / FULL_SCALE);
    const { last_hidden_state: encoded } = await this.#encoder.run({
      input_values: this.#encoder.float(input, [1, input.length]),
    });
    const soundMs = (samples.length * 1000) / SAMPLE_RATE_HZ;
    return { encoded: encoded!, soundMs, begun: await this.#run(encoded!, [this.#tokenizer.start], null) };
  }

  /** The likeliest words one after the other; no text where it hears no speech. */
  async transcribe(
    { encoded, soundMs, begun }: HeardSound,
    { draft = [], known = '', signal }: TranscribeOptions = {},
  ): Promise<TokenTranscript> {
    const said = known === '' ? [] : this.#tokenizer.encode(known);
    const most = Math.max(LEAST_TOKENS, Math.trunc((soundMs / 1000) * TOKENS_A_SECOND) - said.length);
    const tokens: number[] = [];
    const steps: Step[] = [];
    /** Takes what a run says of the next tokens, as far as those behind it are the expected ones. True: there are no more. */
    const take = ({ logits }: DecoderRun, expected: readonly number[]): boolean => {
      for (const [at, each] of logits.entries()) {
        const token = likeliest(each);
        steps.push(this.#stepTo(token, each));
        if (token === this.#tokenizer.end || tokens.push(token) >= most || leavesLoop(tokens)) return true;
        if (token !== expected[at]) return false;
      }
      return false;
    };
    let run = begun;
    if (said.length > 0) {
      const { logits, memory } = await this.#run(encoded, said, begun.memory);
      run = { logits: logits.slice(-1), memory };
    }
    /** Of the draft: what is behind it may follow. */
    let from = 0;
    for (let isOver = take(run, []); !isOver && !signal?.aborted; ) {
      const next = tokens.at(-1)!;
      // Where another word was taken before, the draft is right again behind it.
      const at = draft.indexOf(next, from);
      const expected = at === -1 ? [] : draft.slice(at + 1, at + most);
      const before = tokens.length;
      run = await this.#run(encoded, [next, ...expected], this.#beginning(run.memory, said.length + before));
      isOver = take(run, expected);
      if (at !== -1) from = at + tokens.length - before;
    }
    // How it is punctuated says nothing of the words.
    const lastWord = tokens.findLastIndex((token) => !this.#tokenizer.ends.includes(token));
    return {
      text: spokenText(this.#tokenizer.decode([...said, ...tokens])),
      logProbability: sum(steps.slice(0, lastWord + 2).map(({ logProbability }) => logProbability)),
      ending: steps[lastWord + 1]?.ending ?? UNENDED,
      tokens: tokens.slice(0, lastWord + 1),
    };
  }

  /**
   * How likely it is that these words were said, and no more. What ends a sentence does not count.
   * @returns the natural logarithm, and of how many tokens
   */
  async likelihood({ encoded, begun }: HeardSound, text: string): Promise<{ logProbability: number; tokens: number }> {
    const said = this.#tokenizer.encode(text);
    const { logits } = await this.#run(encoded, said, begun.memory);
    const steps = [...begun.logits, ...logits].map((each) => shares(each));
    const words = said.map((token, step) => steps[step]!([token]));
    return { logProbability: sum(words) + steps[said.length]!(this.#tokenizer.ends), tokens: said.length + 1 };
  }

  /** The likeliest phrases of those that are said while another one speaks. Which mark ends them does not count. */
  interjections({ encoded, begun }: HeardSound): Promise<Interjections> {
    const { start, fullStops: ends } = this.#tokenizer;
    return likeliestPhrases<keyof Interjections, Tensors>({
      tree: this.#interjections,
      start,
      ends,
      step: async (token, before) => {
        const { logits, memory } = before === null ? begun : await this.#run(encoded, [token], before);
        return { logShare: shares(logits[0]!), memory };
      },
    });
  }

  /**
   * What follows each of these tokens, one behind the other.
   * @param before what is remembered of those before; null: nothing, it is the first one. That has a run of its own: what is computed
   *   together is rounded as coarsely as its largest number wants, and with the first token among them words come out wrong
   */
  async #run(encoded: Tensor, tokens: readonly number[], before: Tensors | null): Promise<DecoderRun> {
    const memory = before ?? this.#emptyMemory();
    const output = await this.#decoder.run({
      input_ids: this.#decoder.integers(tokens, [1, tokens.length]),
      encoder_hidden_states: encoded,
      use_cache_branch: this.#decoder.truth(before !== null),
      ...memory,
    });
    const all = output.logits!.data as Float32Array;
    const width = all.length / tokens.length;
    const logits = tokens.map((_, at) => all.subarray(at * width, (at + 1) * width));
    return { logits, memory: remembered(memory, output, before === null) };
  }

  /** What is remembered of the first ones of some tokens. */
  #beginning(memory: Tensors, tokens: number): Tensors {
    const entries = Object.entries(memory).map(([name, kept]): [string, Tensor] => {
      const [batch, heads, all, width] = kept.dims as [number, number, number, number];
      if (!name.includes('decoder') || all === tokens) return [name, kept];
      const data = kept.data as Float32Array;
      const first = new Float32Array(heads * tokens * width);
      for (let head = 0; head < heads; head += 1)
        first.set(data.subarray(head * all * width, (head * all + tokens) * width), head * tokens * width);
      return [name, this.#decoder.float(first, [batch, heads, tokens, width])];
    });
    return Object.fromEntries(entries);
  }

  #stepTo(token: number, logits: Float32Array): Step {
    const shareOf = shares(logits);
    const { end, ends, comma } = this.#tokenizer;
    return {
      logProbability: shareOf([token]),
      ending: { over: shareOf(ends), unmarked: shareOf([end]), comma: shareOf([comma]) },
    };
  }

  #emptyMemory(): Tensors {
    const nothing = () => this.#decoder.float(new Float32Array(0), [0, HEADS, 1, HEAD_WIDTH]);
    const names = Array.from({ length: LAYERS }, (_, layer) =>
      ['decoder.key', 'decoder.value', 'encoder.key', 'encoder.value'].map(
        (part) => `past_key_values.${layer}.${part}`,
      ),
    );
    return Object.fromEntries(names.flat().map((name) => [name, nothing()]));
  }
}

/** Decoders of this kind fall into saying the same few words over and over, most of all where the sound ends within a word. */
const LONGEST_LOOP = 6;
const MOST_ROUNDS = 3;

/** Where the tokens are in a loop they are cut off before its second round. */
function leavesLoop(tokens: number[]): boolean {
  for (let length = 2; length <= LONGEST_LOOP; length += 1) {
    const from = tokens.length - MOST_ROUNDS * length;
    const isLoop = from >= 0 && tokens.slice(from + length).every((token, index) => token === tokens[from + index]);
    if (!isLoop) continue;
    tokens.splice(from + length);
    return true;
  }
  return false;
}

/** What the decoder keeps for its next step; of the sound it tells only in the first one. */
function remembered(memory: Tensors, output: Tensors, isFirst: boolean): Tensors {
  const entries = Object.entries(memory).map(([name, before]) => {
    const isNew = isFirst || name.includes('decoder');
    return [name, isNew ? output[name.replace('past_key_values', 'present')]! : before] as const;
  });
  return Object.fromEntries(entries);
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

interface DecoderRun {
  /** Of what follows each of its tokens. */
  logits: Float32Array[];
  memory: Tensors;
}

/** To the next token; `ending`: were that the end. */
interface Step {
  logProbability: number;
  ending: Ending;
}

function likeliest(logits: Float32Array): number {
  let token = 0;
  for (let index = 1; index < logits.length; index += 1) if (logits[index]! > logits[token]!) token = index;
  return token;
}

/** Tells the logarithm of the probability that it is one of some tokens. */
function shares(logits: Float32Array): (tokens: readonly number[]) => number {
  const highest = logits[likeliest(logits)]!;
  let total = 0;
  // Of 32 768 tokens for each one that is spoken: `reduce` takes three times as long.
  for (let index = 0; index < logits.length; index += 1) total += Math.exp(logits[index]! - highest);
  return (tokens) => Math.log(sum(tokens.map((token) => Math.exp(logits[token]! - highest))) / total);
}
