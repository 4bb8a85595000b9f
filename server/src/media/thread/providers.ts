import { availableParallelism } from 'node:os';
import type { MessagePort } from 'node:worker_threads';
import {
  type ConversationProviders,
  type ConversationUsage,
  type LanguageModel,
  ModelledVoiceActivity,
  ProviderError,
  type SpeakingModel,
  type SpeechChunk,
  type SpeechToText,
  type SpokenVoice,
  type VoiceMemory,
} from '@parley/conversation';
import {
  BuiltinSpeech,
  createVoiceActivityDetector,
  guardConnections,
  OpenVocabularyClient,
  ScriptedBrain,
  scriptHints,
} from '@parley/providers';
import { providerGuard } from '../../kernel/address-guard.ts';
import { type ProviderConnection, providerNamed } from '../../kernel/provider-connection.ts';
import type { VendorUsage } from '../../kernel/vendor-usage.ts';
import type { MediaAgent } from '../media.ts';
import type { VendorOutage } from '../vendor-outages.ts';
import { lagWarnings } from './lag-warning.ts';
import { languageWarnings } from './language-warnings.ts';
import { installedVoiceFor } from './last-voices.ts';
import {
  choiceOf,
  installedJudges,
  vendorModel,
  vendorSpeakingModel,
  vendorTranscriber,
  vendorVoice,
} from './provider-choice.ts';
import { VendorBreaker } from './vendor-breaker.ts';
import { vendorUsage } from './vendor-usage.ts';
import { VoiceMemories } from './voice-memories.ts';

/** Asked once: the kernel takes longer to tell than a call takes for all else here. */
const CORES = availableParallelism();

/** The vendors that one agent talks with, and what had to be replaced. */
export interface AgentProviders extends ConversationProviders {
  hints: string[];
  /** What they have done, by what is charged for. */
  usageOf(used: ConversationUsage): VendorUsage[];
  /** As of now: there are more while the call lasts. */
  readonly warnings: readonly string[];
}

export interface ThreadProvidersOptions {
  /** Some agent has a language model: what it needs is loaded before the first call. */
  hasLanguageModels: boolean;
  /** Built-in speech that was not used for so long is unloaded. */
  speechUnloadAfterMs: number;
  /** To the model of any words that the process has; left out: it has none. */
  anyWords?: MessagePort | undefined;
  /** Base addresses of accounts are guarded, save these, which are the operator's; left out: none is. */
  trustedBaseUrls?: readonly string[] | undefined;
  /** A vendor has failed, or works again. */
  onOutage?: (outage: VendorOutage) => void;
}

const present = <T>(value: T | null): T[] => (value === null ? [] : [value]);

type NewVoiceActivityDetector = Awaited<ReturnType<typeof createVoiceActivityDetector>>;

const FALLBACK_VOICE = 'rms';
const BUILTIN = 'builtin';

/** The SDK takes 14 MB in each thread that loads it, and 100 ms that live calls would hear. */
async function loadLanguageModels() {
  const { ModelOrFallback, warmUpLanguageModels } = await import('@parley/providers/chat');
  await warmUpLanguageModels();
  return { ModelOrFallback };
}

/** In writing it cannot be tried. */
const spokenOnly = (model: string): ProviderError =>
  new ProviderError('llm', model, 'hears and speaks by itself, and writes nothing.', {
    retryable: false,
    advice: 'Try the agent in a call, or choose a language model.',
  });

/** The vendors of one media thread; built-in speech burns its CPU in workers of its own. */
export class ThreadProviders {
  readonly #speech: BuiltinSpeech;
  readonly #newVad: NewVoiceActivityDetector;
  readonly #breaker: VendorBreaker;
  readonly #memories = new VoiceMemories();
  #languageModels: ReturnType<typeof loadLanguageModels> | null = null;

  private constructor(speech: BuiltinSpeech, newVad: NewVoiceActivityDetector, breaker: VendorBreaker) {
    this.#speech = speech;
    this.#breaker = breaker;
    this.#newVad = newVad;
  }

  static async start(options: ThreadProvidersOptions): Promise<ThreadProviders> {
    const { hasLanguageModels, speechUnloadAfterMs, anyWords, trustedBaseUrls, onOutage } = options;
    guardConnections(trustedBaseUrls ? providerGuard(trustedBaseUrls) : null);
    const newVad = await createVoiceActivityDetector();
    const breaker = new VendorBreaker({ onChange: (vendor, outage) => onOutage?.({ vendor, outage }) });
    const speech = new BuiltinSpeech({
      unloadAfterMs: speechUnloadAfterMs,
      anyWords: anyWords && new OpenVocabularyClient(anyWords),
    });
    const providers = new ThreadProviders(speech, newVad, breaker);
    if (hasLanguageModels) await providers.#loadLanguageModels();
    return providers;
  }

  /** A name that a provider does not have never costs a call: the fallback speaks, and a warning says so. */
  async forAgent(
    agent: MediaAgent,
    connections: readonly ProviderConnection[],
    accountId: string,
  ): Promise<AgentProviders> {
    // While the phone rings. A failure is reported by the first use, which tries again.
    this.#speech.load().catch(() => {});
    const warnings: string[] = [];
    const speakingModels = await this.#speakingModelsFor(agent, connections, warnings);
    const memoryOf = this.#memories.of(accountId, connections);
    if (speakingModels.length > 0)
      return this.#forSpeakingModels(speakingModels, agent, connections, memoryOf, warnings);
    const { stt: builtin, lag } = this.#speech.recognizer();
    const [transcribers, models, voices] = await Promise.all([
      this.#transcribersFor(agent, connections, builtin, warnings),
      this.#modelsFor(agent, connections, warnings),
      this.#voicesFor([agent.voice, ...agent.fallbacks.voice_id], agent.language, connections, memoryOf, warnings),
    ]);
    warnings.push(...languageWarnings(agent, transcribers[0]!, voices[0]!));
    if (transcribers[0]!.capabilities.interim) this.#speech.prepareToHear(agent.language);
    const { anticipation } = this.#speech;
    return {
      transcribers,
      ...(anticipation && { anticipation }),
      models,
      voices,
      ...(await this.#ears(connections, warnings)),
      breaker: this.#breaker.of(connections),
      usageOf: (used) => vendorUsage(used, agent, connections),
      hints: scriptHints(agent.prompt.template, agent.prompt.variables),
      get warnings() {
        return [...warnings, ...lagWarnings(lag.worstMs, CORES)];
      },
    };
  }

  /** Null: there is no such voice. */
  async voiceFor(voiceId: string, connections: readonly ProviderConnection[]): Promise<SpokenVoice | null> {
    const { provider, name } = choiceOf(voiceId);
    if (provider !== null && provider !== BUILTIN) return vendorVoice(connections, provider, name);
    return this.#speech.voices.includes(name) ? { tts: this.#speech.tts, voice: name } : null;
  }

  /**
   * A bare name is the operator's model server's where there is one, and may turn out in the call to be unknown there. What
   * was replaced is added to `warnings`, now or later.
   */
  async modelFor(
    { prompt }: Pick<MediaAgent, 'prompt'>,
    model: string,
    connections: readonly ProviderConnection[],
    warnings: string[],
  ): Promise<LanguageModel> {
    const fallBack = (reason: string) => {
      warnings.push(`The model ${model} does not exist here${reason}; builtin/script answered instead.`);
    };
    const brain = new ScriptedBrain(prompt);
    const { provider, name } = choiceOf(model);
    if (await vendorSpeakingModel(connections, { provider, name }, '')) throw spokenOnly(model);
    const isBuiltin = name === 'script' && (provider ?? BUILTIN) === BUILTIN;
    const server = provider === null ? providerNamed(connections, 'openai', 'model') : undefined;
    if (server) {
      const { ModelOrFallback } = await this.#loadLanguageModels();
      const onMissing = (error: Error) => fallBack(` (${error.message})`);
      const named = (await vendorModel(connections, server.name, name))!;
      return new ModelOrFallback({ model: named, fallback: brain, onMissing });
    }
    if (provider !== null && provider !== BUILTIN) {
      const named = await vendorModel(connections, provider, name);
      if (named) return named;
    }
    if (!isBuiltin) fallBack('');
    return brain;
  }

  /** 8 kHz, for a recognizer to listen to. */
  saySample(text: string, signal: AbortSignal): AsyncIterable<SpeechChunk> {
    return this.#speech.speak({ text, voice: FALLBACK_VOICE, language: 'en-US', signal });
  }

  async close(): Promise<void> {
    await this.#speech.close();
  }

  #loadLanguageModels() {
    this.#languageModels ??= loadLanguageModels();
    return this.#languageModels;
  }

  /**
   * What a model that hears and speaks needs besides: a voice for what cannot be said by one that has failed, and who goes
   * on with the call when it is lost.
   */
  async #forSpeakingModels(
    speakingModels: SpeakingModel[],
    agent: MediaAgent,
    connections: readonly ProviderConnection[],
    memoryOf: (voiceId: string) => VoiceMemory,
    warnings: string[],
  ): Promise<AgentProviders> {
    const voices = await this.#voicesFor(agent.fallbacks.voice_id, agent.language, connections, memoryOf, warnings);
    const hints = scriptHints(agent.prompt.template, agent.prompt.variables);
    const breaker = this.#breaker.of(connections);
    const usageOf: AgentProviders['usageOf'] = (used) => vendorUsage(used, agent, connections);
    const { fallbacks, successors } = agent;
    const [transcribers, models] = await Promise.all([
      this.#namedTranscribers([...fallbacks.transcriber, ...present(successors.transcriber)], connections, warnings),
      this.#successorModels(agent, connections, warnings),
    ]);
    // What is built in understands nothing but its own phrases: it cannot go on with a free conversation.
    const able = transcribers.filter((transcriber) => transcriber !== null);
    return {
      speakingModels,
      transcribers: able,
      models,
      voices,
      ...(await this.#ears(connections, warnings)),
      breaker,
      usageOf,
      hints,
      warnings,
    };
  }

  /** What tells speech from noise, and a pause from an end: our own, and with it the models that are installed. */
  async #ears(
    connections: readonly ProviderConnection[],
    warnings: string[],
  ): Promise<Pick<ConversationProviders, 'vad' | 'endOfTurn'>> {
    const { detector, endOfTurn } = await installedJudges(connections);
    const own = this.#newVad();
    const onFailure = (error: Error) =>
      warnings.push(`The speech detector went on without its model: ${error.message}`);
    const vad = detector ? new ModelledVoiceActivity(own, detector, onFailure) : own;
    return { vad, ...(endOfTurn && { endOfTurn }) };
  }

  /** Those that write, of the fallbacks and then of other vendors. */
  async #successorModels(
    agent: MediaAgent,
    connections: readonly ProviderConnection[],
    warnings: string[],
  ): Promise<LanguageModel[]> {
    const wanted = await this.#writing([...agent.fallbacks.model, ...present(agent.successors.model)], connections);
    return Promise.all(wanted.map((model) => this.modelFor(agent, model, connections, warnings)));
  }

  async #writing(models: readonly string[], connections: readonly ProviderConnection[]): Promise<string[]> {
    const speaking = await Promise.all(models.map((model) => vendorSpeakingModel(connections, choiceOf(model), '')));
    return models.filter((_, index) => speaking[index] === null);
  }

  /** None, unless the agent's own model is one. */
  async #speakingModelsFor(
    agent: MediaAgent,
    connections: readonly ProviderConnection[],
    warnings: string[],
  ): Promise<SpeakingModel[]> {
    const wanted = [agent.model, ...agent.fallbacks.model];
    const found = await Promise.all(
      wanted.map((model) => vendorSpeakingModel(connections, choiceOf(model), agent.voice)),
    );
    const [first] = found;
    if (!first) {
      for (const [index, model] of wanted.entries())
        if (found[index])
          warnings.push(
            `The model ${model} cannot take over a call from ${agent.model}, which does not hear and speak.`,
          );
      return [];
    }
    if (first.voice === null)
      warnings.push(`The model ${agent.model} has no voice ${agent.voice}; it spoke in its own.`);
    return found.filter((model) => model !== null);
  }

  async #transcribersFor(
    agent: MediaAgent,
    connections: readonly ProviderConnection[],
    builtin: SpeechToText,
    warnings: string[],
  ): Promise<SpeechToText[]> {
    const wanted = [agent.transcriber, ...agent.fallbacks.transcriber];
    const named = await this.#namedTranscribers(wanted, connections, warnings);
    const known = named.map((transcriber) => transcriber ?? builtin);
    return known.includes(builtin) ? known : [...known, builtin];
  }

  /** Null means the built-in one; those that do not exist are left out. */
  async #namedTranscribers(
    choices: readonly string[],
    connections: readonly ProviderConnection[],
    warnings: string[],
  ): Promise<(SpeechToText | null)[]> {
    const found = await Promise.all(
      choices.map(async (choice) => {
        const { provider, name } = choice.includes('/') ? choiceOf(choice) : { provider: choice, name: null };
        if (provider === BUILTIN) return [null];
        const transcriber = await vendorTranscriber(connections, provider!, name);
        if (!transcriber) warnings.push(`The transcriber ${choice} does not exist here; another one listened instead.`);
        return transcriber ? [transcriber] : [];
      }),
    );
    return found.flat();
  }

  async #modelsFor(
    agent: MediaAgent,
    connections: readonly ProviderConnection[],
    warnings: string[],
  ): Promise<LanguageModel[]> {
    const wanted = await this.#writing([agent.model, ...agent.fallbacks.model], connections);
    return Promise.all(wanted.map((model) => this.modelFor(agent, model, connections, warnings)));
  }

  /** The built-in voice comes last, behind one that has the language: words in another accent are better than none. */
  async #voicesFor(
    wanted: readonly string[],
    language: string,
    connections: readonly ProviderConnection[],
    memoryOf: (voiceId: string) => VoiceMemory,
    warnings: string[],
  ): Promise<SpokenVoice[]> {
    const remembering = async (voiceId: string): Promise<SpokenVoice | null> => {
      const voice = await this.voiceFor(voiceId, connections);
      // What is built in begins at once, and costs nothing.
      return voice === null || voice.tts === this.#speech.tts ? voice : { ...voice, memory: memoryOf(voiceId) };
    };
    const found = await Promise.all(wanted.map(remembering));
    const installedId = installedVoiceFor(connections, language);
    const isWanted = installedId === null || wanted.includes(installedId);
    const installed = isWanted ? null : await remembering(installedId);
    const known = [...found, installed].filter((voice) => voice !== null);
    const last: SpokenVoice = { tts: this.#speech.tts, voice: FALLBACK_VOICE };
    const voices = known.some(({ tts }) => tts === last.tts) ? known : [...known, last];
    for (const [index, voice] of wanted.entries()) {
      if (found[index]) continue;
      const [{ tts, voice: name }] = voices as [SpokenVoice];
      warnings.push(`The voice ${voice} does not exist here; ${tts.name}/${name} spoke instead.`);
    }
    return voices;
  }
}
