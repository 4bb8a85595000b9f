import { availableParallelism } from 'node:os';
import type { ConversationProviders, LanguageModel, TextToSpeech } from '@parley/conversation';
import { BuiltinSpeech, createVoiceActivityDetector, ScriptedBrain, scriptHints } from '@parley/providers';
import type { MediaAgent } from '../media.ts';
import type { LanguageModelServer } from '../protocol.ts';
import { lagWarnings } from './lag-warning.ts';

/** The vendors that one agent talks with, and what had to be replaced. */
export interface AgentProviders extends ConversationProviders {
  hints: string[];
  /** As of now: there are more while the call lasts. */
  readonly warnings: readonly string[];
}

export interface ThreadProvidersOptions {
  languageModels: LanguageModelServer | null;
  /** Built-in speech that was not used for so long is unloaded. */
  speechUnloadAfterMs: number;
}

type NewVoiceActivityDetector = Awaited<ReturnType<typeof createVoiceActivityDetector>>;

const FALLBACK_VOICE = 'rms';

/** Makes the models of a language model server, by name. */
interface LanguageModels {
  /** `onMissing` is called when the server turns out not to have the model: `fallback` answers instead. */
  named(name: string, fallback?: { model: LanguageModel; onMissing(error: Error): void }): LanguageModel;
}

/** The SDK takes 14 MB in each thread that loads it: only those do that have a server to talk to. */
async function loadLanguageModels(server: LanguageModelServer): Promise<LanguageModels> {
  const { ModelOrFallback, OpenAiCompatibleModel, warmUpLanguageModels } = await import('@parley/providers/chat');
  await warmUpLanguageModels();
  return {
    named(name, fallback) {
      const model = new OpenAiCompatibleModel({ ...server, name });
      void model.prewarm();
      if (!fallback) return model;
      return new ModelOrFallback({ model, fallback: fallback.model, onMissing: fallback.onMissing });
    },
  };
}

/** The vendors of one media thread; speech burns its CPU in workers of its own. */
export class ThreadProviders {
  readonly #speech: BuiltinSpeech;
  readonly #newVad: NewVoiceActivityDetector;
  readonly #languageModels: LanguageModels | null;
  readonly #brain = new ScriptedBrain();

  private constructor(speech: BuiltinSpeech, newVad: NewVoiceActivityDetector, languageModels: LanguageModels | null) {
    this.#speech = speech;
    this.#newVad = newVad;
    this.#languageModels = languageModels;
  }

  static async start({ languageModels, speechUnloadAfterMs }: ThreadProvidersOptions): Promise<ThreadProviders> {
    const [newVad, models] = await Promise.all([
      createVoiceActivityDetector(),
      languageModels && loadLanguageModels(languageModels),
    ]);
    return new ThreadProviders(new BuiltinSpeech({ unloadAfterMs: speechUnloadAfterMs }), newVad, models);
  }

  /** A name that a provider does not have never costs a call: the fallback speaks, and a warning says so. */
  forAgent(agent: MediaAgent): AgentProviders {
    // While the phone rings. A failure is reported by the first use, which tries again.
    this.#speech.load().catch(() => {});
    const warnings: string[] = [];
    const voice = this.voiceFor(agent.voice);
    if (!voice.exists) {
      warnings.push(`The voice ${agent.voice} does not exist here; builtin/${FALLBACK_VOICE} spoke instead.`);
    }
    const { stt, lag } = this.#speech.recognizer();
    return {
      transcribers: [stt],
      voices: [{ tts: voice.tts, voice: voice.name }],
      models: [this.modelFor(agent.model, warnings)],
      vad: this.#newVad(),
      hints: scriptHints(agent.prompt.template, agent.prompt.variables),
      get warnings() {
        return [...warnings, ...lagWarnings(lag.worstMs, availableParallelism())];
      },
    };
  }

  /** A voice that does not exist is the fallback. */
  voiceFor(voiceId: string): { tts: TextToSpeech; name: string; exists: boolean } {
    const wanted = voiceId.replace(/^builtin\//, '');
    const exists = this.#speech.voices.includes(wanted);
    return { tts: this.#speech.tts, name: exists ? wanted : FALLBACK_VOICE, exists };
  }

  /**
   * A bare name is the language model server's where there is one, and may turn out in the call to be nobody's. What was
   * replaced is added to `warnings`, now or later.
   */
  modelFor(model: string, warnings: string[]): LanguageModel {
    const fallBack = (reason: string) => {
      warnings.push(`The model ${model} does not exist here${reason}; builtin/script answered instead.`);
    };
    const [, prefix, name] = /^(?:(.+?)\/)?(.+)$/.exec(model)!;
    if (this.#languageModels && (prefix === undefined || prefix === 'openai')) {
      if (prefix !== undefined) return this.#languageModels.named(name!);
      const onMissing = (error: Error) => fallBack(` (${error.message})`);
      return this.#languageModels.named(name!, { model: this.#brain, onMissing });
    }
    if (name !== 'script' || (prefix ?? 'builtin') !== 'builtin') fallBack('');
    return this.#brain;
  }

  async close(): Promise<void> {
    await this.#speech.close();
  }
}
