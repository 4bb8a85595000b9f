import { decodeG711, encodeG711 } from '@parley/audio';
import { type SpokenAnswer, spokenSamples } from '../../testing/conformance/spoken-answer.ts';
import type { SpokenTalk, TalkSetup } from '../../testing/conformance/spoken-talk.ts';
import { type ConversationItem, type ConversationScript, ConversationSession } from './conversation-session.ts';

/** What the conversations of a server say, and what they were given. */
export class RealtimeTalk implements SpokenTalk, ConversationScript {
  sessions = 0;
  /** Decides where nothing was scripted. */
  onAnswer: ConversationScript['answer'] = ({ instructions }) => ({ text: instructions?.split('\n')[1] ?? 'Yes.' });
  onTranscribe: ConversationScript['transcribe'] = () => 'Hello there.';
  speak: (text: string, rateHz: number) => Int16Array = spokenSamples;
  #answers: (SpokenAnswer | null)[] = [];
  #words: (string | null)[] = [];
  #holdsNext = false;
  #session: ConversationSession | null = null;

  get session(): ConversationSession {
    if (!this.#session) throw new Error('no conversation was opened');
    return this.#session;
  }

  open(send: (event: object) => void): ConversationSession {
    this.sessions += 1;
    this.#session = new ConversationSession(send, this);
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
    const { instructions = '', audio, tools = [] } = this.session.settings;
    return {
      prompt: instructions,
      voice: audio?.output?.voice ?? null,
      tools: tools.map(({ name }) => name),
      endpointingMs: audio?.input?.turn_detection?.silence_duration_ms ?? null,
    };
  }

  get history(): string[] {
    return this.session.items.map(lineOf);
  }

  get results(): string[] {
    return this.session.items.flatMap(({ type, call_id: id, output }) =>
      type === 'function_call_output' ? [`${id}: ${output}`] : [],
    );
  }

  get notes(): string[] {
    return this.session.items.flatMap(({ role, content }) => (role === 'system' ? [content?.[0]?.text ?? ''] : []));
  }

  get toldHeard(): number[] {
    return this.session.truncations.map(({ heardMs }) => heardMs);
  }

  get heardMs(): number {
    return this.#session?.heardMs ?? 0;
  }

  audioOf(text: string): Int16Array {
    const { rateHz } = this.session;
    const samples = this.speak(text, rateHz);
    return rateHz === 8000 ? decodeG711('PCMU', encodeG711('PCMU', samples)) : samples;
  }

  sendUnknown(): void {
    this.session.sendRaw({ type: 'session.sings', song: ['la'] });
  }

  answer(heard: Parameters<ConversationScript['answer']>[0]): SpokenAnswer | null {
    const [answer] = this.#answers.splice(0, 1);
    return answer === undefined ? this.onAnswer(heard) : answer;
  }

  transcribe(audio: Int16Array): string | null {
    const [words] = this.#words.splice(0, 1);
    return words === undefined ? this.onTranscribe(audio) : words;
  }

  takeHold(): boolean {
    const holds = this.#holdsNext;
    this.#holdsNext = false;
    return holds;
  }
}

function lineOf({ type, role, content, name, arguments: args, output }: ConversationItem): string {
  if (type === 'message') return `${role}: ${content?.[0]?.text ?? ''}`;
  return type === 'function_call' ? `call: ${name} ${args}` : `result: ${output}`;
}
