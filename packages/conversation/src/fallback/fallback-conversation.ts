import type { AudioRateHz, Frame } from '@parley/audio';
import { CascadedConversation } from '../cascaded-conversation.ts';
import type { Conversation, ConversationOptions } from '../conversation.ts';
import type { AgentToolDefinition } from '../conversation-agent.ts';
import type { ConversationEnd, ConversationResult } from '../conversation-event.ts';
import type { SpeakingModel } from '../provider/speech-to-speech.ts';
import { SpeechToSpeechConversation } from '../speech-to-speech/speech-to-speech-conversation.ts';
import type { HeldCall } from './held-call.ts';

/** A conversation that one model holds, and, when that is lost, a recognizer, a language model and a voice in its place. */
export class FallbackConversation implements Conversation {
  readonly #options: ConversationOptions;
  #current: Conversation;

  constructor(options: ConversationOptions, models: readonly SpeakingModel[]) {
    this.#options = options;
    this.#current = new SpeechToSpeechConversation(options, models, (held) => this.#goOn(held));
  }

  async prepare(): Promise<void> {
    await this.#current.prepare();
  }

  async start(rateHz: AudioRateHz): Promise<void> {
    await this.#current.start(rateHz);
  }

  tick(heard: Frame | null): Frame | null {
    return this.#current.tick(heard);
  }

  dtmf(digit: string): void {
    this.#current.dtmf(digit);
  }

  standBy(by: string): void {
    this.#current.standBy(by);
  }

  resume(): void {
    this.#current.resume();
  }

  useTools(tools: AgentToolDefinition[]): void {
    this.#current.useTools(tools);
  }

  whisper(text: string): void {
    this.#current.whisper(text);
  }

  transferFailed(reason: string): void {
    this.#current.transferFailed(reason);
  }

  personJoined(): void {
    this.#current.personJoined();
  }

  personLeft(): void {
    this.#current.personLeft();
  }

  takeLeave(): void {
    this.#current.takeLeave();
  }

  hangUp(reason: ConversationEnd): void {
    this.#current.hangUp(reason);
  }

  finish(): Promise<ConversationResult> {
    return this.#current.finish();
  }

  #goOn(held: HeldCall): void {
    const { transcribers, models, voices } = this.#options.providers;
    const [transcriber, model, voice] = [transcribers[0]!, models[0]!, voices[0]!];
    held.record.warnings.add(
      'conversation_fallback',
      `The model that heard and spoke is lost; ${transcriber.name} listens, ${model.name} answers and ${voice.tts.name}/${voice.voice} speaks from here on.`,
    );
    const next = new CascadedConversation(this.#options, held);
    this.#current = next;
    next.goOn(held);
  }
}
