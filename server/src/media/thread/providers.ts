import type { ConversationProviders } from '@parley/conversation';
import { BuiltinSpeech, createVoiceActivityDetector, ScriptedBrain, scriptHints } from '@parley/providers';
import type { MediaAgent } from '../media.ts';

/** The vendors that one agent talks with, and what had to be replaced. */
export interface AgentProviders extends ConversationProviders {
  voice: string;
  hints: string[];
  warnings: string[];
}

const FALLBACK_VOICE = 'rms';

/** The vendors of one media thread; speech burns its CPU in workers of its own. */
export class ThreadProviders {
  readonly #speech: BuiltinSpeech;
  readonly #newVad: Awaited<ReturnType<typeof createVoiceActivityDetector>>;
  readonly #brain = new ScriptedBrain();

  private constructor(speech: BuiltinSpeech, newVad: Awaited<ReturnType<typeof createVoiceActivityDetector>>) {
    this.#speech = speech;
    this.#newVad = newVad;
  }

  static async start(): Promise<ThreadProviders> {
    const [speech, newVad] = await Promise.all([BuiltinSpeech.start({ threads: 1 }), createVoiceActivityDetector()]);
    return new ThreadProviders(speech, newVad);
  }

  /** A name that a provider does not have never costs a call: the fallback speaks, and a warning says so. */
  forAgent(agent: MediaAgent): AgentProviders {
    const warnings: string[] = [];
    const wantedVoice = agent.voice.replace(/^builtin\//, '');
    const voice = this.#speech.voices.includes(wantedVoice) ? wantedVoice : FALLBACK_VOICE;
    if (voice !== wantedVoice) {
      warnings.push(`The voice ${agent.voice} does not exist here; builtin/${FALLBACK_VOICE} spoke instead.`);
    }
    if (agent.model.replace(/^builtin\//, '') !== 'script') {
      warnings.push(`The model ${agent.model} does not exist here; builtin/script answered instead.`);
    }
    return {
      stt: this.#speech.stt,
      tts: this.#speech.tts,
      llm: this.#brain,
      vad: this.#newVad(),
      voice,
      hints: scriptHints(agent.prompt.template, agent.prompt.variables),
      warnings,
    };
  }

  async close(): Promise<void> {
    await this.#speech.close();
  }
}
