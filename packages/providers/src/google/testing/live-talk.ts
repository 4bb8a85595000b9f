import { type SpokenAnswer, spokenSamples } from '../../testing/conformance/spoken-answer.ts';
import type { SpokenTalk, TalkSetup } from '../../testing/conformance/spoken-talk.ts';
import { LiveConversation, type LiveScript } from './live-conversation.ts';

/** What the conversations of a server say, and what they were given. */
export class LiveTalk implements SpokenTalk, LiveScript {
  sessions = 0;
  #answers: (SpokenAnswer | null)[] = [];
  #words: (string | null)[] = [];
  #holdsNext = false;
  #session: LiveConversation | null = null;

  get session(): LiveConversation {
    if (!this.#session) throw new Error('no conversation was opened');
    return this.#session;
  }

  open(send: (message: object) => void, refuse: (code: number, reason: string) => void): LiveConversation {
    this.sessions += 1;
    this.#session = new LiveConversation(send, refuse, this);
    return this.#session;
  }

  answerNext(...answers: (SpokenAnswer | null)[]): void {
    this.#answers.push(...answers);
  }

  understandNext(...words: (string | null)[]): void {
    this.#words.push(...words);
  }

  holdNext(): void {
    this.#holdsNext = true;
  }

  release(): void {
    this.session.release();
  }

  settle(text: string): void {
    this.session.settle(text);
  }

  get setup(): TalkSetup {
    const { systemInstruction, generationConfig, tools = [], realtimeInputConfig } = this.session.settings ?? {};
    return {
      prompt: systemInstruction?.parts?.[0]?.text ?? '',
      voice: generationConfig?.speechConfig?.voiceConfig?.prebuiltVoiceConfig?.voiceName ?? null,
      tools: tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations.map(({ name }) => name)),
      endpointingMs: realtimeInputConfig?.automaticActivityDetection?.silenceDurationMs ?? null,
    };
  }

  get history(): string[] {
    return this.session.history.map(({ role, parts = [] }) => `${role}: ${parts.map(({ text }) => text).join(' ')}`);
  }

  get results(): string[] {
    return this.session.results;
  }

  get notes(): string[] {
    return [...this.session.notes, ...this.session.asked];
  }

  get toldHeard(): string[] {
    return this.session.notes.filter((note) => note.includes('heard'));
  }

  get heardMs(): number {
    return this.#session?.heardMs ?? 0;
  }

  audioOf(text: string): Int16Array {
    return spokenSamples(text, 24_000);
  }

  sendUnknown(): void {
    this.session.sendRaw({ avatarUpdate: { smile: true } });
  }

  answer({ text }: { text: string | null }): SpokenAnswer | null {
    const [answer] = this.#answers.splice(0, 1);
    if (answer !== undefined) return answer;
    return { text: text?.includes('\n') ? text.split('\n')[1]! : 'Yes.' };
  }

  transcribe(): string | null {
    const [words] = this.#words.splice(0, 1);
    return words === undefined ? 'Hello there.' : words;
  }

  takeHold(): boolean {
    const holds = this.#holdsNext;
    this.#holdsNext = false;
    return holds;
  }
}
