import { SAMPLE_RATE_HZ } from '@parley/audio';
import createModule, { type SoundSwallowerModule, type Decoder as SphinxDecoder } from 'soundswallower';
import type { RecognizedWord } from '../worker/messages.ts';
import { type CepstralMean, TELEPHONE_MEAN, withUtterance } from './cepstral-mean.ts';
import type { SearchGrammar, SearchWidth } from './grammar.ts';
import { modelBase } from './model.ts';

/**
 * Search settings, measured on the phrase bank over µ-law (`recognition.test.ts`): 1.3 % word errors at 0.06 s of CPU
 * for a second of audio. With Sphinx's own beams and 4 Gaussians it is 1.7 % at 0.085 s; a second pass over the
 * lattice changes nothing. Word exits need the widest beam, or short first words are lost.
 */
const SEARCH = {
  samprate: SAMPLE_RATE_HZ,
  topn: 3,
  bestpath: false,
};

const WIDTH: SearchWidth = { beam: 1e-46, pbeam: 1e-46, wbeam: 1e-40, wip: 0.2 };

interface DecoderOptions {
  /**
   * Scores of a frame count beside the best one of all, not of those that the grammar leaves, so that those of two
   * grammars compare. A search takes a quarter longer.
   */
  scoresCompare?: boolean;
}

/** Of what no path explains: less than the score of any. */
const UNEXPLAINED = -1e7;
/** Sphinx analyses 100 frames a second. */
const FRAME_MS = 10;
const MS_PER_S = 1000;
const BYTES_PER_FLOAT = 4;
const BYTES_PER_INTEGER = 4;
const FULL_SCALE = 32768;
/**
 * Where soundswallower 0.6.3 keeps the normalization of the utterance (`feat_t.cmn_struct`), and in it (`cmn_t`) the sums of the
 * coefficients and the number of frames, in words of four bytes: its interface does not tell them.
 */
const CMN_OF_FEATURES = 14;
const SUMS_OF_CMN = 2;
const FRAMES_OF_CMN = 3;
/** The mean that an utterance starts with counts in the sums like so many frames of it (`CMN_WIN`). */
const FRAMES_AT_START = 500;
/** With more than these (`CMN_WIN_HWM`) the sums begin anew at the mean so far. */
const MOST_FRAMES_IN_SUMS = 800;

/** What the module exports and its type declaration leaves out; pointers are numbers. */
interface SphinxInternals extends SoundSwallowerModule {
  _s3file_init(text: number, length: number): number;
  _s3file_free(file: number): number;
  _decoder_init_cleanup(decoder: number): number;
  _decoder_init_dict_s3file(decoder: number, dictionary: number, fillers: number): number;
  _decoder_init_grammar_s3file(decoder: number, fsg: number, jsgf: number): number;
  _decoder_init_feat_s3file(decoder: number, transform: number): number;
  _decoder_fe(decoder: number): number;
  _acmod_reinit_feat(acousticModel: number, frontEnd: number, features: number): number;
  _decoder_process_float32(decoder: number, samples: number, count: number, noSearch: number, full: number): number;
  _decoder_hyp(decoder: number, score: number): number;
  _decoder_seg_iter(decoder: number): number;
  _seg_iter_next(segment: number): number;
  _seg_iter_word(segment: number): number;
  _seg_iter_frames(segment: number, start: number, end: number): void;
}

/** A decoder with its pointers. */
type SphinxHandle = SphinxDecoder & { cdecoder: number; cacmod: number };

/** Sphinx's words for what is not speech; the acoustic model has phones for them. */
const FILLERS = '<s> SIL\n</s> SIL\n<sil> SIL\n[NOISE] +NSN+\n[SPEECH] +SPN+\n';

/** Emscripten adds a process-wide handler for every module, which would keep each module alive for ever. */
function withoutExceptionHandler<T>(create: () => T): T {
  const before = new Set(process.listeners('uncaughtException'));
  const created = create();
  for (const listener of process.listeners('uncaughtException'))
    if (!before.has(listener)) process.removeListener('uncaughtException', listener);
  return created;
}

/**
 * One recognizer with its acoustic model: one utterance at a time, any number one after the other, some 25 MB.
 * Each has a WebAssembly module of its own, so that its memory is given back when it is dropped, and a fault stays alone.
 */
export class Decoder {
  private readonly module: SphinxInternals;
  private readonly sphinx: SphinxHandle;
  private grammar: SearchGrammar | null = null;
  private startMean = TELEPHONE_MEAN;
  private features = 0;
  private samplesDecoded = 0;

  private constructor(module: SphinxInternals, sphinx: SphinxDecoder) {
    this.module = module;
    this.sphinx = sphinx as SphinxHandle;
  }

  static async create({ scoresCompare = false }: DecoderOptions = {}): Promise<Decoder> {
    const module = (await withoutExceptionHandler(() =>
      createModule({ modelBase, print: () => {}, printErr: () => {} } as Partial<SoundSwallowerModule>),
    )) as SphinxInternals;
    // Without a dictionary: each grammar brings its own words.
    const sphinx = new module.Decoder({
      ...{ ...SEARCH, ...WIDTH, compallsen: scoresCompare },
      ...{ loglevel: 'FATAL', dict: 'none' },
    });
    await sphinx.initialize();
    return new Decoder(module, sphinx);
  }

  /** Takes a grammar for the next utterances. Free when it is the one that is loaded. */
  load(grammar: SearchGrammar): void {
    if (grammar === this.grammar) return;
    this.grammar = null;
    const { cdecoder } = this.sphinx;
    for (const [name, value] of Object.entries({ ...WIDTH, ...grammar.width })) this.sphinx.set_config(name, value);
    if (this.module._decoder_init_cleanup(cdecoder) < 0) throw new Error('the decoder could not be cleaned up');
    this.withFile(grammar.dictionary, (dictionary) =>
      this.withFile(FILLERS, (fillers) => {
        if (this.module._decoder_init_dict_s3file(cdecoder, dictionary, fillers) === 0)
          throw new Error('the dictionary was refused');
      }),
    );
    this.withFile(grammar.fsg, (fsg) => {
      if (this.module._decoder_init_grammar_s3file(cdecoder, fsg, 0) < 0) throw new Error('the grammar was refused');
    });
    this.grammar = grammar;
  }

  holds(grammar: SearchGrammar): boolean {
    return this.grammar === grammar;
  }

  /** Starts an utterance of a caller whose voice has this mean so far. */
  begin(mean: CepstralMean = TELEPHONE_MEAN): void {
    const { cdecoder, cacmod } = this.sphinx;
    this.startMean = mean;
    this.samplesDecoded = 0;
    this.sphinx.set_config('cmninit', mean.coefficients.map((coefficient) => coefficient.toFixed(4)).join(','));
    this.features = this.module._decoder_init_feat_s3file(cdecoder, 0);
    if (this.module._acmod_reinit_feat(cacmod, this.module._decoder_fe(cdecoder), this.features) < 0)
      throw new Error('the decoder could not be reset');
    this.sphinx.start();
  }

  /** The utterance's next samples, 8 kHz mono. */
  decode(samples: Int16Array): void {
    const pointer = this.module._malloc(samples.length * BYTES_PER_FLOAT);
    const floats = this.module.HEAPF32.subarray(pointer / BYTES_PER_FLOAT, pointer / BYTES_PER_FLOAT + samples.length);
    for (let i = 0; i < samples.length; i++) floats[i] = samples[i]! / FULL_SCALE;
    const processed = this.module._decoder_process_float32(this.sphinx.cdecoder, pointer, samples.length, 0, 0);
    this.module._free(pointer);
    if (processed < 0) throw new Error('the decoder could not process the sound');
    this.samplesDecoded += samples.length;
  }

  /** What the utterance sounds like so far, in lower case. */
  text(): string {
    return this.sphinx.get_text();
  }

  /** Ends the utterance; the decoder is ready for the next one. */
  end(): RecognizedWord[] {
    this.sphinx.stop();
    return this.words();
  }

  /** The caller's mean with the utterance that has ended. */
  mean(): CepstralMean {
    const { HEAP32, HEAPF32 } = this.module;
    const cmn = HEAP32[this.features / BYTES_PER_INTEGER + CMN_OF_FEATURES]! / BYTES_PER_INTEGER;
    const sums = HEAP32[cmn + SUMS_OF_CMN]! / BYTES_PER_FLOAT;
    const frames = HEAP32[cmn + FRAMES_OF_CMN]!;
    const decodedFrames = (this.samplesDecoded * MS_PER_S) / SAMPLE_RATE_HZ / FRAME_MS;
    const isWhole = FRAMES_AT_START + decodedFrames < MOST_FRAMES_IN_SUMS;
    const own = this.startMean.coefficients.map((mean, index) => {
      const sum = HEAPF32[sums + index]!;
      return isWhole ? sum - mean * FRAMES_AT_START : (sum / frames) * decodedFrames;
    });
    return withUtterance(this.startMean, own, isWhole ? frames - FRAMES_AT_START : decodedFrames);
  }

  /**
   * What the utterance sounds like most, and how well that explains it: a log likelihood. Before its end of any path of the
   * grammar, behind it of those that end there; without text where there is none.
   */
  best(): { text: string; score: number } {
    const pointer = this.module._malloc(BYTES_PER_INTEGER);
    const found = this.module._decoder_hyp(this.sphinx.cdecoder, pointer);
    const score = this.module.HEAP32[pointer / BYTES_PER_INTEGER]!;
    this.module._free(pointer);
    const text = found === 0 ? '' : this.readText(found);
    // Sphinx gives the score of a path that has not ended, which may be anything.
    return text === '' ? { text, score: UNEXPLAINED } : { text, score };
  }

  private words(): RecognizedWord[] {
    const words: RecognizedWord[] = [];
    const frames = this.module._malloc(2 * BYTES_PER_FLOAT);
    let segment = this.module._decoder_seg_iter(this.sphinx.cdecoder);
    while (segment !== 0) {
      const text = this.readText(this.module._seg_iter_word(segment)).replace(/\(\d+\)$/, '');
      this.module._seg_iter_frames(segment, frames, frames + BYTES_PER_FLOAT);
      const [start, end] = this.module.HEAP32.subarray(frames / BYTES_PER_FLOAT, frames / BYTES_PER_FLOAT + 2);
      if (/^[a-z]/.test(text)) words.push({ text, startMs: start! * FRAME_MS, endMs: (end! + 1) * FRAME_MS });
      segment = this.module._seg_iter_next(segment);
    }
    this.module._free(frames);
    return words;
  }

  private readText(pointer: number): string {
    const heap = this.module.HEAPU8;
    return new TextDecoder().decode(heap.subarray(pointer, heap.indexOf(0, pointer)));
  }

  /** Text as one of Sphinx's in-memory files, for as long as `use` runs. */
  private withFile(text: string, use: (file: number) => void): void {
    const bytes = new TextEncoder().encode(`${text}\0`);
    const pointer = this.module._malloc(bytes.length);
    this.module.HEAPU8.set(bytes, pointer);
    const file = this.module._s3file_init(pointer, bytes.length - 1);
    try {
      use(file);
    } finally {
      this.module._s3file_free(file);
      this.module._free(pointer);
    }
  }
}
