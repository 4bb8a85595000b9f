import type {
  LanguageModel,
  LanguageModelEvent,
  LanguageModelRequest,
  Message,
  ToolCall,
} from '../provider/language-model.ts';
import type { VirtualTime } from './virtual-time.ts';

interface ScriptedReply {
  text?: string;
  toolCalls?: ToolCall[];
  /** From the request to the first text. */
  delayMs?: number;
  /** Thrown before any text, or after it. */
  error?: Error;
  errorAfterText?: Error;
  /** Never says anything, or nothing after its text, whatever the signal. */
  hangs?: boolean;
  hangsAfterText?: boolean;
}

export type ReplyScript = (messages: Message[], attempt: number) => ScriptedReply | string;

/** Answers by a script, word by word, after a delay in media time. */
export class ScriptedLanguageModel implements LanguageModel {
  readonly name: string;
  readonly requests: LanguageModelRequest[] = [];
  readonly #time: VirtualTime;
  readonly #script: ReplyScript;

  constructor(time: VirtualTime, script: ReplyScript, name = 'scripted-llm') {
    this.name = name;
    this.#time = time;
    this.#script = script;
  }

  async *respond(request: LanguageModelRequest): AsyncIterable<LanguageModelEvent> {
    this.requests.push(structuredClone({ ...request, signal: undefined }) as never);
    const scripted = this.#script(request.messages, this.requests.length);
    const reply = typeof scripted === 'string' ? { text: scripted } : scripted;
    if (reply.hangs) await new Promise(() => undefined);
    await this.#time.sleep(reply.delayMs ?? 0);
    if (reply.error) throw reply.error;
    for (const delta of reply.text?.match(/\S+\s*/g) ?? []) {
      if (request.signal.aborted) return;
      yield { type: 'text', delta };
    }
    if (reply.hangsAfterText) await new Promise(() => undefined);
    if (reply.errorAfterText) throw reply.errorAfterText;
    for (const call of reply.toolCalls ?? []) yield { type: 'tool_call', call };
    yield { type: 'usage', inputTokens: 100, cachedInputTokens: 0, outputTokens: 10 };
  }
}
