import type { ConversationProviders, LanguageModel } from '@parley/conversation';
import {
  BuiltinSpeech,
  createVoiceActivityDetector,
  ModelOrFallback,
  OpenAiCompatibleModel,
  ScriptedBrain,
  scriptHints,
  warmUpLanguageModels,
} from '@parley/providers';
import type { MediaAgent } from '../media.ts';
import type { LanguageModelServer } from '../protocol.ts';

/** The vendors that one agent talks with, and what had to be replaced. */
export interface AgentProviders extends ConversationProviders {
  voice: string;
  hints: string[];
  /** Grows while the call lasts. */
  warnings: string[];
}

export interface ThreadProvidersOptions {
  languageModels: LanguageModelServer | null;
  /** Built-in speech that was not used for so long is unloaded. */
  speechUnloadAfterMs: number;
}

type NewVoiceActivityDetector = Awaited<ReturnType<typeof createVoiceActivityDetector>>;

const FALLBACK_VOICE = 'rms';

/** The vendors of one media thread; speech burns its CPU in workers of its own. */
export class ThreadProviders {
  readonly #speech: BuiltinSpeech;
  readonly #newVad: NewVoiceActivityDetector;
  readonly #languageModels: LanguageModelServer | null;
  readonly #brain = new ScriptedBrain();

  private constructor(
    speech: BuiltinSpeech,
    newVad: NewVoiceActivityDetector,
    languageModels: LanguageModelServer | null,
  ) {
    this.#speech = speech;
    this.#newVad = newVad;
    this.#languageModels = languageModels;
  }

  static async start({ languageModels, speechUnloadAfterMs }: ThreadProvidersOptions): Promise<ThreadProviders> {
    const [newVad] = await Promise.all([createVoiceActivityDetector(), languageModels && warmUpLanguageModels()]);
    const speech = new BuiltinSpeech({ unloadAfterMs: speechUnloadAfterMs });
    return new ThreadProviders(speech, newVad, languageModels);
  }

  /** A name that a provider does not have never costs a call: the fallback speaks, and a warning says so. */
  forAgent(agent: MediaAgent): AgentProviders {
    // While the phone rings. A failure is reported by the first use, which tries again.
    this.#speech.load().catch(() => {});
    const warnings: string[] = [];
    const wantedVoice = agent.voice.replace(/^builtin\//, '');
    const voice = this.#speech.voices.includes(wantedVoice) ? wantedVoice : FALLBACK_VOICE;
    if (voice !== wantedVoice) {
      warnings.push(`The voice ${agent.voice} does not exist here; builtin/${FALLBACK_VOICE} spoke instead.`);
    }
    return {
      stt: this.#speech.stt,
      tts: this.#speech.tts,
      llm: this.#modelFor(agent, warnings),
      vad: this.#newVad(),
      voice,
      hints: scriptHints(agent.prompt.template, agent.prompt.variables),
      warnings,
    };
  }

  /** A bare name is the language model server's where there is one, and may turn out in the call to be nobody's. */
  #modelFor({ model }: MediaAgent, warnings: string[]): LanguageModel {
    const fallBack = (reason: string) => {
      warnings.push(`The model ${model} does not exist here${reason}; builtin/script answered instead.`);
    };
    const [, prefix, name] = /^(?:(.+?)\/)?(.+)$/.exec(model)!;
    if (this.#languageModels && (prefix === undefined || prefix === 'openai')) {
      const wanted = new OpenAiCompatibleModel({ ...this.#languageModels, name: name! });
      void wanted.prewarm();
      if (prefix !== undefined) return wanted;
      return new ModelOrFallback({
        model: wanted,
        fallback: this.#brain,
        onMissing: (error) => fallBack(` (${error.message})`),
      });
    }
    if (name !== 'script' || (prefix ?? 'builtin') !== 'builtin') fallBack('');
    return this.#brain;
  }

  async close(): Promise<void> {
    await this.#speech.close();
  }
}
