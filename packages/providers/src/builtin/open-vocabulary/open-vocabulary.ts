import type { MessagePort } from 'node:worker_threads';
import type { TokenTranscript } from './moonshine.ts';
import type { OpenCommand, OpenLoss, OpenReport, Preparation } from './open-messages.ts';
import type { Interjections } from './written-interjections.ts';

/** A sound that is being listened to. */
export interface OpenHearing {
  /** Null where it cannot be told. */
  readonly transcript: Promise<TokenTranscript | null>;
  /** How likely it is that these words were said; null where that cannot be told. */
  weigh(text: string): Promise<{ logProbability: number; tokens: number } | null>;
  /** The likeliest phrases of those that are said while another one speaks; null where they cannot be told. */
  interjections(): Promise<Interjections | null>;
  /** Idempotent. Nothing more is asked. */
  forget(): void;
}

/** Recognition of any words of English, an utterance at a time. */
export interface OpenVocabulary {
  /** It will be asked soon: it is loaded meanwhile. */
  prepare(): void;
  /** @param samples 8 kHz mono, given away */
  hear(samples: Int16Array<ArrayBuffer>, options?: HearOptions): OpenHearing;
}

export interface HearOptions {
  /** Tokens that its words are likely to begin with, and are found sooner with: of what was heard before of the same sound. */
  draft?: readonly number[];
  /** Words that it is known to begin with: they are in the text, and do not count for its probability. */
  known?: string;
  /** The call waits for it. */
  isUrgent?: boolean;
}

type Weight = Awaited<ReturnType<OpenHearing['weigh']>>;

const UNHEARD: OpenHearing = {
  transcript: Promise.resolve(null),
  weigh: () => Promise.resolve(null),
  interjections: () => Promise.resolve(null),
  forget: () => undefined,
};

interface Sound {
  transcript: PromiseWithResolvers<TokenTranscript | null>;
  weights: Map<string, PromiseWithResolvers<Weight>>;
  /** Null until they are asked for. */
  interjections: PromiseWithResolvers<Interjections | null> | null;
}

/** More are answered too late to be of use: what is expected has to do, without waiting. */
const MOST_AT_A_TIME = 3;
/** Those come first. */
const MOST_URGENT = 5;

/** Asks the model's process, by a port of its host's. */
export class OpenVocabularyClient implements OpenVocabulary {
  readonly #port: MessagePort;
  readonly #sounds = new Map<number, Sound>();
  /** Sounds that have no transcript yet. */
  readonly #unheard = new Set<number>();
  #next = 0;

  constructor(port: MessagePort) {
    this.#port = port;
    port.on('message', (report: OpenReport | OpenLoss) => this.#receive(report));
    port.unref();
  }

  prepare(): void {
    this.#post({ type: 'prepare' });
  }

  hear(samples: Int16Array<ArrayBuffer>, { draft = [], known = '', isUrgent = false }: HearOptions = {}): OpenHearing {
    if (this.#unheard.size >= (isUrgent ? MOST_URGENT : MOST_AT_A_TIME)) return UNHEARD;
    const number = this.#next++;
    const sound: Sound = { transcript: Promise.withResolvers(), weights: new Map(), interjections: null };
    this.#sounds.set(number, sound);
    this.#unheard.add(number);
    this.#post({ type: 'hear', sound: number, samples, draft, known, isUrgent }, [samples.buffer]);
    return {
      transcript: sound.transcript.promise,
      weigh: (text) => this.#weigh(number, text),
      interjections: () => this.#interjections(number),
      forget: () => {
        if (!this.#sounds.has(number)) return;
        this.#post({ type: 'forget', sound: number });
        this.#end(number);
      },
    };
  }

  #weigh(number: number, text: string): Promise<Weight> {
    const sound = this.#sounds.get(number);
    if (!sound) return Promise.resolve(null);
    const known = sound.weights.get(text);
    if (known) return known.promise;
    const weight = Promise.withResolvers<Weight>();
    sound.weights.set(text, weight);
    this.#post({ type: 'weigh', sound: number, text });
    return weight.promise;
  }

  #interjections(number: number): Promise<Interjections | null> {
    const sound = this.#sounds.get(number);
    if (!sound) return Promise.resolve(null);
    if (!sound.interjections) {
      sound.interjections = Promise.withResolvers();
      this.#post({ type: 'interject', sound: number });
    }
    return sound.interjections.promise;
  }

  #post(command: OpenCommand | Preparation, transfer: ArrayBuffer[] = []): void {
    this.#port.postMessage(command, transfer);
  }

  #receive(report: OpenReport | OpenLoss): void {
    if (report.type === 'lost') {
      for (const number of [...this.#sounds.keys()]) this.#end(number);
      return;
    }
    const sound = this.#sounds.get(report.sound);
    if (report.type === 'heard') {
      this.#unheard.delete(report.sound);
      const { text, logProbability, ending, tokens } = report;
      sound?.transcript.resolve({ text, logProbability, ending, tokens });
    } else if (report.type === 'weighed') {
      const { text, logProbability, tokens } = report;
      sound?.weights.get(text)?.resolve({ logProbability, tokens });
    } else if (report.type === 'interjected') sound?.interjections?.resolve(report.interjections);
    else this.#end(report.sound);
  }

  #end(number: number): void {
    const sound = this.#sounds.get(number);
    this.#sounds.delete(number);
    this.#unheard.delete(number);
    sound?.transcript.resolve(null);
    sound?.interjections?.resolve(null);
    for (const weight of sound?.weights.values() ?? []) weight.resolve(null);
  }
}
