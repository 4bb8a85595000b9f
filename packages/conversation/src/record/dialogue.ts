import type { CallLanguage } from '../languages/call-language.ts';
import { joined } from '../languages/joined.ts';
import type { AnswerSource, Message, ToolCall } from '../provider/language-model.ts';

/** A tool call and, when it has come, its result. */
export interface CalledTool {
  call: ToolCall;
  result: string | null;
  /** What of the documents the result is from. */
  sources: readonly AnswerSource[];
}

interface UserEntry {
  role: 'user';
  startMs: number;
  text: string;
}

/** What the agent said in one go. `text` changes when less of it is heard than was written. */
export interface AgentEntry {
  role: 'agent';
  startMs: number;
  text: string;
  tools: CalledTool[];
}

/** What the model shall know without its having been said. */
interface NoteEntry {
  role: 'note';
  startMs: number;
  text: string;
}

/** The model must see a result for each call, and must not believe that an unfinished one has failed. */
const NO_RESULT_YET = 'The caller went on before this was finished. Its result is not known yet.';

/** What a model has to know whose sentence broke off, though no one spoke into it. */
export const GO_ON = 'The connection was interrupted. Go on where you stopped; do not repeat what was heard.';

/** The model's view of the call: what was heard, oldest first. */
export class Dialogue {
  readonly #language: CallLanguage;
  readonly #entries: (UserEntry | AgentEntry | NoteEntry)[] = [];

  constructor(language: CallLanguage) {
    this.#language = language;
  }

  addUser(text: string, startMs: number): void {
    this.#insert({ role: 'user', startMs, text });
  }

  addAgent(startMs: number): AgentEntry {
    const entry: AgentEntry = { role: 'agent', startMs, text: '', tools: [] };
    this.#insert(entry);
    return entry;
  }

  addNote(text: string, startMs: number): void {
    this.#insert({ role: 'note', startMs, text });
  }

  /** Nothing was said. */
  get isEmpty(): boolean {
    return this.messages().every(({ role }) => role === 'note');
  }

  /** The agent was heard last. */
  get endsWithAgent(): boolean {
    return this.messages().at(-1)?.role === 'agent';
  }

  /** The agent was heard to say something. */
  get hasAgentSpoken(): boolean {
    return this.#entries.some(({ role, text }) => role === 'agent' && text !== '');
  }

  /** @param next what the user is about to have said */
  messages(next?: string): Message[] {
    const messages: Message[] = [];
    for (const entry of this.#entries) {
      if (entry.role === 'user') addUserMessage(messages, entry.text);
      else if (entry.role === 'note') messages.push({ role: 'note', text: entry.text });
      else messages.push(...agentMessages(entry));
    }
    if (next !== undefined) addUserMessage(messages, next);
    const { spoken } = this.#language;
    return messages.map((message) =>
      message.role === 'user' && spoken.soundsLikeMenu(message.text) ? { ...message, voiceMenu: true } : message,
    );
  }

  /** By time: the words of a greeting become known after the agent has begun to answer it. */
  #insert(entry: UserEntry | AgentEntry | NoteEntry): void {
    const next = this.#entries.findIndex(({ startMs }) => startMs > entry.startMs);
    this.#entries.splice(next < 0 ? this.#entries.length : next, 0, entry);
  }
}

/** Neighbouring messages of the user are one: many models refuse two in a row. */
function addUserMessage(messages: Message[], text: string): void {
  const last = messages.at(-1);
  if (last?.role === 'user') last.text = joined([last.text, text]);
  else messages.push({ role: 'user', text });
}

function agentMessages({ text, tools }: AgentEntry): Message[] {
  if (tools.length === 0) return text === '' ? [] : [{ role: 'agent', text }];
  const results = tools.map(
    ({ call, result }): Message => ({
      role: 'tool',
      toolCallId: call.id,
      name: call.name,
      result: result ?? NO_RESULT_YET,
    }),
  );
  return [{ role: 'agent', text, toolCalls: tools.map(({ call }) => call) }, ...results];
}
