import { levelDbfs, SAMPLE_RATE_HZ } from '@parley/audio';
import type { SaidOver } from '@parley/conversation/provider';
import type { SpeechReport } from '../worker/messages.ts';
import { type CepstralMean, TELEPHONE_MEAN } from './cepstral-mean.ts';
import type { Decoder } from './decoder.ts';
import { DecoderPool } from './decoder-pool.ts';
import { buildGrammar, type Grammar } from './grammar.ts';
import { withHiss } from './hiss.ts';
import { InterjectionJudge } from './interjection-judge.ts';
import { NoiseSuppressor } from './noise-suppressor.ts';
import { isPlausible } from './plausibility.ts';
import { Pronunciations } from './pronunciations.ts';
import { SpeechLevel } from './speech-level.ts';
import { SteadySound } from './steady-sound.ts';
import { utteranceEnd } from './utterance-end.ts';

/** A partial result costs a walk back through the search: five a second are enough for its readers. */
const PARTIAL_SAMPLES = 1600;
/** Two backchannels in one breath, with the silences before and behind them. */
const LONGEST_INTERJECTION_SAMPLES = 13_600;
/** Audio that is never louder holds no words; the decoder would make some of its own hiss. */
const INAUDIBLE_DBFS = -60;
/** Grammars are some 200 KB each; an installation has few agents that talk at the same time. */
const MAXIMUM_GRAMMARS = 32;

interface Utterance {
  hints: string[];
  /** Of the caller, before it. */
  readonly mean: CepstralMean;
  decoder: Decoder | null;
  /** From the first sound on, which is that before speech. */
  noise: NoiseSuppressor | null;
  readonly level: SpeechLevel;
  readonly steadiness: SteadySound;
  /** Sound that came before a decoder was free. */
  backlog: Int16Array[];
  /** All of it that was decoded, as it was decoded; null when it is no interjection. */
  sound: Int16Array[] | null;
  isAudible: boolean;
  ended: boolean;
  samplesDecoded: number;
  samplesSincePartial: number;
}

const isWordless = ({ steadiness, isAudible }: Utterance): boolean => steadiness.isSteady || !isAudible;

export interface RecognizerOptions {
  /** Utterances that are decoded at the same time. */
  decoders: number;
  phonesOf: (word: string) => string[];
  report: (report: SpeechReport) => void;
}

/** Recognizes the utterances of many calls in one thread. Utterances that are unknown, ended or abandoned are ignored. */
export class Recognizer {
  private readonly options: RecognizerOptions;
  private readonly pool: DecoderPool;
  private readonly utterances = new Map<number, Utterance>();
  /** By hints, least recently used first. */
  private readonly grammars = new Map<string, Grammar>();
  private pronunciations!: Pronunciations;
  private interjections!: InterjectionJudge;

  constructor(options: RecognizerOptions) {
    this.options = options;
    this.pool = new DecoderPool(options.decoders);
  }

  /** Loads the model. Rejects when it is not there. */
  async start(): Promise<void> {
    this.pronunciations = await Pronunciations.load(this.options.phonesOf);
    this.interjections = await InterjectionJudge.load(this.pronunciations);
    await this.pool.start();
  }

  /** Builds the grammar of these hints ahead of its first utterance. */
  prepare(hints: string[]): void {
    try {
      const decoder = this.pool.take(this.grammarOf(hints));
      if (decoder) this.pool.give(decoder);
    } catch {
      // The first utterance meets the same fault, and reports it.
    }
  }

  /** @param mean of the caller, by the final of the utterance before */
  begin(id: number, hints: string[], mean = TELEPHONE_MEAN): void {
    const utterance: Utterance = {
      hints,
      mean,
      decoder: null,
      noise: null,
      level: new SpeechLevel(),
      steadiness: new SteadySound(),
      backlog: [],
      sound: [],
      isAudible: false,
      ended: false,
      samplesDecoded: 0,
      samplesSincePartial: 0,
    };
    this.utterances.set(id, utterance);
    this.attempt(id, utterance, () => this.assignDecoder(id, utterance));
  }

  hear(id: number, samples: Int16Array): void {
    const utterance = this.utterances.get(id);
    if (!utterance || utterance.ended) return;
    if (utterance.decoder) this.attempt(id, utterance, () => this.decode(id, utterance, samples));
    else utterance.backlog.push(samples);
  }

  end(id: number, { overAgent = false }: SaidOver = {}): void {
    const utterance = this.utterances.get(id);
    if (!utterance) return;
    utterance.ended = true;
    // The further searches cost more than the first, and tell nothing of what is said to an agent that listens.
    if (!overAgent) utterance.sound = null;
    if (utterance.decoder) this.attempt(id, utterance, () => this.finish(id, utterance));
  }

  abandon(id: number): void {
    const utterance = this.utterances.get(id);
    if (!utterance) return;
    this.utterances.delete(id);
    const { decoder } = utterance;
    if (!decoder) return;
    try {
      decoder.end();
      this.pool.give(decoder);
    } catch {
      this.pool.drop();
    }
  }

  private grammarOf(hints: string[]): Grammar {
    const key = JSON.stringify(hints);
    const grammar = this.grammars.get(key) ?? buildGrammar(hints, this.pronunciations);
    this.grammars.delete(key);
    this.grammars.set(key, grammar);
    for (const oldest of this.grammars.keys()) if (this.grammars.size > MAXIMUM_GRAMMARS) this.grammars.delete(oldest);
    return grammar;
  }

  private assignDecoder(id: number, utterance: Utterance): void {
    utterance.decoder = this.pool.take(this.grammarOf(utterance.hints));
    if (!utterance.decoder) {
      this.waitForDecoder(id, utterance);
      return;
    }
    utterance.decoder.begin(utterance.mean);
    for (const samples of utterance.backlog.splice(0)) this.decode(id, utterance, samples);
    if (utterance.ended) this.finish(id, utterance);
  }

  private waitForDecoder(id: number, utterance: Utterance): void {
    this.pool.whenFree((error) => {
      if (!this.utterances.has(id)) return;
      this.attempt(id, utterance, () => {
        if (error) throw error;
        this.assignDecoder(id, utterance);
      });
    });
  }

  private decode(id: number, utterance: Utterance, samples: Int16Array): void {
    utterance.noise ??= new NoiseSuppressor(samples);
    const clean = withHiss(utterance.level.process(utterance.noise.process(samples)));
    utterance.decoder!.decode(clean);
    if (utterance.samplesDecoded + samples.length > LONGEST_INTERJECTION_SAMPLES) utterance.sound = null;
    utterance.sound?.push(clean);
    utterance.steadiness.push(samples);
    utterance.isAudible ||= levelDbfs(samples) > INAUDIBLE_DBFS;
    utterance.samplesDecoded += samples.length;
    utterance.samplesSincePartial += samples.length;
    if (utterance.samplesSincePartial < PARTIAL_SAMPLES) return;
    utterance.samplesSincePartial = 0;
    const text = isWordless(utterance) ? '' : utterance.decoder!.text();
    const decodedMs = (utterance.samplesDecoded * 1000) / SAMPLE_RATE_HZ;
    this.options.report({ type: 'partial', utterance: id, text, decodedMs });
  }

  private finish(id: number, utterance: Utterance): void {
    const decoder = utterance.decoder!;
    const { score } = decoder.best();
    const heard = decoder.end();
    const { score: endScore } = decoder.best();
    const { model } = this.grammarOf(utterance.hints);
    const words = heard.map(({ text }) => text);
    this.utterances.delete(id);
    const isSound = !isWordless(utterance);
    const soundMs = (utterance.samplesDecoded * 1000) / SAMPLE_RATE_HZ;
    this.options.report({
      type: 'final',
      utterance: id,
      words: isSound && isPlausible(words, model) ? heard : [],
      interjection: utterance.sound && this.interjections.judge(utterance.sound, utterance.mean),
      end: isSound ? utteranceEnd({ words, score, endScore, soundMs }, model) : null,
      mean: isSound ? decoder.mean() : utterance.mean,
    });
    this.pool.give(decoder);
  }

  /** A decoder that fails takes its own utterance with it, and nothing else. */
  private attempt(id: number, utterance: Utterance, step: () => void): void {
    try {
      step();
    } catch (error) {
      this.utterances.delete(id);
      if (utterance.decoder) this.pool.drop();
      this.options.report({ type: 'recognition_failed', utterance: id, message: String(error) });
    }
  }
}
