import { SAMPLE_RATE_HZ } from '@parley/audio';
import {
  type ClauseRequest,
  RequestedSpeech,
  SaidClauses,
  type SpeechChunk,
  type SpeechOptions,
  type SpeechSession,
  type SpokenWord,
  type TextToSpeech,
  type VoiceMemory,
} from '@parley/conversation';
import type { VirtualTime } from '@parley/conversation/testing';
import type { SpeechRequest } from '../../synthesis/speech-request.ts';
import { AGENT_VOICE } from '../../synthesis/voices.ts';
import { ClipStore } from '../stimuli/clip-store.ts';

/** After a word, by the mark that follows it. */
const PAUSE_MS = { word: 30, comma: 130, sentence: 320 };

/** A clause that was asked for, whether or not it was played. */
export interface ServedClause {
  text: string;
  samples: Int16Array;
  words: SpokenWord[];
  /** Media time. */
  atMs: number;
}

/** Composes each text of known words, so that the recording shows which of them were played. */
export class AgentVoice implements TextToSpeech {
  readonly name = 'bench-voice';
  readonly capabilities;
  readonly served: ServedClause[] = [];
  readonly #time: VirtualTime;
  readonly #delayMs: number;

  /** @param tellsWords whether it says when each word is said */
  constructor(time: VirtualTime, delayMs: number, tellsWords = true) {
    this.capabilities = { wordTimes: tellsWords, languagesOf: () => null };
    this.#time = time;
    this.#delayMs = delayMs;
  }

  prewarm(): void {}

  close(): void {}

  open(options: SpeechOptions): SpeechSession {
    return new RequestedSpeech(options, (request) => this.#speak(request));
  }

  /** What it says, as a call's voices keep it: what is heard again is served, too. */
  get memory(): VoiceMemory {
    const memory = new SaidClauses({ nowMs: () => this.#time.nowMs }).of(this.name);
    return {
      ...memory,
      recall: (identity) => {
        const said = memory.recall(identity);
        if (said) this.served.push({ text: identity.text, ...soundOf(identity.text), atMs: this.#time.nowMs });
        return said;
      },
    };
  }

  /** As if it had said everything before, as far as it is kept: in other calls of the account. */
  get memoryOfEverything(): VoiceMemory {
    const memory = new SaidClauses({ nowMs: () => this.#time.nowMs }).of(this.name);
    return {
      recall: (identity) => {
        const clause = soundOf(identity.text);
        if (memory.recall(identity) === null) for (let times = 0; times < 2; times += 1) memory.note(identity, clause);
        const said = memory.recall(identity);
        if (said) this.served.push({ text: identity.text, ...clause, atMs: this.#time.nowMs });
        return said;
      },
      note: () => undefined,
      claim: () => false,
    };
  }

  async *#speak({ text, signal }: ClauseRequest): AsyncIterable<SpeechChunk> {
    await this.#time.sleep(this.#delayMs);
    if (signal.aborted) return;
    const clause = soundOf(text);
    this.served.push({ text, ...clause, atMs: this.#time.nowMs });
    const { samples, words } = clause;
    yield { samples, sampleRateHz: SAMPLE_RATE_HZ, ...(this.capabilities.wordTimes && { words }) };
  }
}

export const wordsToSpeak = (texts: readonly string[]): SpeechRequest[] =>
  texts.flatMap((text) => text.split(/\s+/).map(requestOf)).filter(({ text }) => text !== '');

const requestOf = (word: string): SpeechRequest => ({
  ...AGENT_VOICE,
  text: word.toLowerCase().replace(/[^\p{L}\p{N}' ]/gu, ''),
});

type Spoken = Pick<ServedClause, 'samples' | 'words'>;

/** By text: the agent says the same sentences in every call. */
const spoken = new Map<string, Spoken>();

function soundOf(text: string): Spoken {
  const known = spoken.get(text) ?? synthesized(text);
  spoken.set(text, known);
  return known;
}

function synthesized(text: string): Spoken {
  const samples: number[] = [];
  const words: SpokenWord[] = [];
  const nowMs = (): number => (samples.length * 1000) / SAMPLE_RATE_HZ;
  for (const word of text.split(/\s+/).filter((each) => /[\p{L}\p{N}]/u.test(each))) {
    const request = requestOf(word);
    // Phrases of Parley's own that the bench does not know of.
    ClipStore.prepare([request]);
    const startMs = nowMs();
    for (const sample of ClipStore.get(request).samples) samples.push(sample);
    words.push({ text: word, startMs, endMs: nowMs() });
    const pauseMs = /[.!?]$/.test(word) ? PAUSE_MS.sentence : /[,;:]$/.test(word) ? PAUSE_MS.comma : PAUSE_MS.word;
    for (let left = (pauseMs * SAMPLE_RATE_HZ) / 1000; left > 0; left -= 1) samples.push(0);
  }
  return { samples: Int16Array.from(samples), words };
}
