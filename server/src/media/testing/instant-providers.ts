import { FRAME_SAMPLES, levelDbfs, SAMPLE_RATE_HZ, tone } from '@parley/audio';
import {
  type LanguageModel,
  type LanguageModelEvent,
  RequestedSpeech,
  type SpeechToText,
  type SpeechToTextEvent,
  type SpeechToTextStream,
  type TextToSpeech,
  type VoiceActivityDetector,
} from '@parley/conversation';
import { EventQueue } from '../../kernel/event-queue.ts';
import type { AgentProviders } from '../thread/providers.ts';

const MS_PER_CHARACTER = 60;
const SPEECH_DBFS = -45;

/** Hears the same words in every utterance, at once. */
class InstantStream implements SpeechToTextStream {
  readonly #events = new EventQueue<SpeechToTextEvent>();
  readonly #text: string;
  #isVoiced = false;

  constructor(text: string) {
    this.#text = text;
  }

  write(_frame: Int16Array, voiced: boolean): void {
    if (voiced && !this.#isVoiced)
      this.#events.push({ type: 'partial', text: this.#text, startMs: null, untilMs: null });
    this.#isVoiced ||= voiced;
  }

  finalize(): void {
    this.#events.push({ type: 'final', text: this.#isVoiced ? this.#text : '', words: [], startMs: null });
    this.#isVoiced = false;
  }

  close(): void {
    this.#events.close();
  }

  [Symbol.asyncIterator](): AsyncIterator<SpeechToTextEvent> {
    return this.#events[Symbol.asyncIterator]();
  }
}

class EnergyDetector implements VoiceActivityDetector {
  readonly speech = 1;
  readonly isPitched = true;
  readonly prosody = null;

  isSpeech(frame: Int16Array): boolean {
    return levelDbfs(frame) > SPEECH_DBFS;
  }

  close(): void {}
}

const stt: SpeechToText = {
  name: 'instant',
  capabilities: {
    interim: true,
    endOfTurn: 'none',
    finalPatienceMs: 1500,
    keyTerms: false,
    languages: null,
    detectsLanguage: false,
  },
  open: async () => new InstantStream('yes please go on'),
};

const llm: LanguageModel = {
  name: 'instant',
  async *respond(): AsyncIterable<LanguageModelEvent> {
    yield { type: 'text', delta: 'Thank you very much for telling me that. What else should I know about it?' };
  },
};

const tts: TextToSpeech = {
  name: 'instant',
  capabilities: { wordTimes: false, languagesOf: () => null },
  prewarm() {},
  open(options) {
    return new RequestedSpeech(options, async function* ({ text }) {
      const durationMs = Math.ceil((text.length * MS_PER_CHARACTER) / 20) * 20;
      yield { samples: tone([440], durationMs), sampleRateHz: SAMPLE_RATE_HZ };
    });
  },
  close() {},
};

/** Vendors that reply at once and cost nothing: what is left is what a call's media itself takes. */
export function instantProviders(): AgentProviders {
  return {
    transcribers: [stt],
    models: [llm],
    voices: [{ tts, voice: 'instant' }],
    vad: new EnergyDetector(),
    hints: [],
    usageOf: () => [],
    warnings: [],
  };
}

/** One frame that the detector takes for speech. */
export const SPOKEN_FRAME: Int16Array = tone([300], 20).subarray(0, FRAME_SAMPLES);
