import {
  type AnswerSource,
  distinctSources,
  type LanguageModel,
  type LanguageModelRequest,
  type Message,
  type ToolCall,
  type ToolDefinition,
  type ToolOutcome,
} from '@parley/conversation';
import type { FoundPassage, KnowledgeMode, KnowledgeQuestion, MediaAgent } from '../media.ts';
import type { AgentProviders } from './providers.ts';

const SCRIPT = 'builtin/script';
/** Mostly over before the turn is. A busy database costs the caller this at most: an agent that knows nothing costs more. */
const CONTEXT_WAIT_MS = 400;
/** Of it, what embeddings add to words: the words alone must still be in time. */
const CONTEXT_EMBEDDED_MS = 100;
/** The caller waits for it on the telephone. */
const TOOL_WAIT_MS = 3000;
const TOOL_EMBEDDED_MS = 250;
const MOST_CONTEXT_WORDS = 1200;
const CONTEXT_PASSAGES = 5;
/** What fits less has a word or two in common, by chance. */
const LEAST_CONTEXT_SCORE = 0.25;
const TOOL_PASSAGES = 8;
const MOST_RESULT_BYTES = 16 * 1024;
/** "And on Sunday?" is about what was said before. */
const SHORT_QUESTION_WORDS = 5;
/** Answers that came late serve the next time the same is asked. */
const REMEMBERED = 8;

export const searchKnowledge: ToolDefinition = {
  name: 'search_knowledge',
  description:
    'Searches the documents that you know, and returns the passages that fit best. Use it before you answer a question about facts that are not in your instructions. Ask for one thing at a time, in the words that a document would use.',
  parameters: {
    type: 'object',
    properties: { query: { type: 'string', minLength: 1, maxLength: 1000, description: 'What you want to know.' } },
    required: ['query'],
    additionalProperties: false,
  },
};

const INTRODUCTION =
  'From the documents that you know, what may help to answer. Use what fits, as if you knew it, and make up nothing that is not here';
const NOTHING = 'No passage of the documents fits. Say that you do not know rather than make something up.';

export interface CallKnowledgeOptions {
  mode: KnowledgeMode;
  /** The model hears and speaks by itself: nothing can be shown to it in the right moment. */
  speaks: boolean;
  /** How long the model waits for passages at most. Default 400: a caller waits with it. */
  contextWaitMs?: number;
  /** Asks the main thread, which alone knows the database; rejects when it cannot tell. */
  search(question: KnowledgeQuestion): Promise<FoundPassage[]>;
}

/** What the agent of one call knows from documents: shown to its model with each turn, or looked up by it. */
export class CallKnowledge {
  readonly #options: CallKnowledgeOptions;
  readonly #searches = new Map<string, Promise<FoundPassage[]>>();
  /** Of the calls of the tool, by their id. */
  readonly #found = new Map<string, AnswerSource[]>();

  constructor(options: CallKnowledgeOptions) {
    this.#options = options;
  }

  get tools(): ToolDefinition[] {
    return this.#options.mode === 'context' && !this.#options.speaks ? [] : [searchKnowledge];
  }

  /** The model with the passages before it, which tells where its answers come from. A script says what it says. */
  inform(model: LanguageModel): LanguageModel {
    if (model.name === SCRIPT) return model;
    const respond = (request: LanguageModelRequest) => this.#respond(model, request);
    return { name: model.name, respond };
  }

  /** What `search_knowledge` answers. */
  async run({ id, arguments: { query } }: ToolCall, signal: AbortSignal): Promise<ToolOutcome> {
    const late = new Promise<never>((_, reject) => {
      const timer = setTimeout(() => reject(new Error('the documents could not be searched in time')), TOOL_WAIT_MS);
      signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
      timer.unref();
    });
    const passages = await Promise.race([
      this.#options.search({ query: String(query), limit: TOOL_PASSAGES, withinMs: TOOL_EMBEDDED_MS }),
      late,
    ]);
    const fitting = within(passages, MOST_RESULT_BYTES);
    const sources = fitting.map(sourceOf);
    this.#found.set(id, sources);
    return { text: fitting.length === 0 ? NOTHING : fitting.map(shown).join('\n\n'), sources };
  }

  async *#respond(model: LanguageModel, request: LanguageModelRequest): ReturnType<LanguageModel['respond']> {
    const passages = this.#options.mode === 'tool' ? [] : await this.#contextOf(request.messages);
    const sources = distinctSources([...passages.map(sourceOf), ...this.#toolSources(request.messages)]);
    if (sources.length > 0) yield { type: 'sources', sources };
    if (passages.length === 0) yield* model.respond(request);
    else yield* model.respond({ ...request, messages: withNote(request.messages, passages) });
  }

  async #contextOf(messages: readonly Message[]): Promise<FoundPassage[]> {
    const query = questionOf(messages);
    if (query === null) return [];
    const { promise: late, resolve } = Promise.withResolvers<FoundPassage[]>();
    const timer = setTimeout(() => resolve([]), this.#options.contextWaitMs ?? CONTEXT_WAIT_MS);
    const found = await Promise.race([this.#remembered(query), late]).catch(() => []);
    clearTimeout(timer);
    const fitting = found.filter(({ score }) => score >= LEAST_CONTEXT_SCORE);
    return withinWords(fitting, MOST_CONTEXT_WORDS);
  }

  #remembered(query: string): Promise<FoundPassage[]> {
    const known = this.#searches.get(query);
    if (known) return known;
    const search = this.#options.search({ query, limit: CONTEXT_PASSAGES, withinMs: CONTEXT_EMBEDDED_MS });
    this.#searches.set(query, search);
    search.catch(() => this.#searches.delete(query));
    if (this.#searches.size > REMEMBERED) this.#searches.delete(this.#searches.keys().next().value!);
    return search;
  }

  /** Of what was looked up since the caller has spoken. */
  #toolSources(messages: readonly Message[]): AnswerSource[] {
    const since = messages.findLastIndex(({ role }) => role === 'user');
    return messages
      .slice(since + 1)
      .flatMap((message) => (message.role === 'tool' ? (this.#found.get(message.toolCallId) ?? []) : []));
  }
}

/** Null: the agent has no documents. */
export function openKnowledge(
  { agent, providers }: { agent: MediaAgent; providers: AgentProviders },
  search: CallKnowledgeOptions['search'],
): CallKnowledge | null {
  if (agent.knowledge === null) return null;
  return new CallKnowledge({ mode: agent.knowledge, speaks: (providers.speakingModels?.length ?? 0) > 0, search });
}

export const informed = (
  models: readonly LanguageModel[],
  knowledge: CallKnowledge | null,
): readonly LanguageModel[] => (knowledge ? models.map((model) => knowledge.inform(model)) : models);

/** What the caller has said last; with what came before it where that is too short to be understood alone. */
function questionOf(messages: readonly Message[]): string | null {
  const said = messages.flatMap((message) => (message.role === 'user' && !message.voiceMenu ? [message.text] : []));
  const last = said.at(-1)?.trim() ?? '';
  if (last === '') return null;
  const isShort = last.split(/\s+/).length < SHORT_QUESTION_WORDS;
  return (isShort && said.length > 1 ? `${said.at(-2)} ${last}` : last).slice(0, 1000).toWellFormed();
}

function withNote(messages: readonly Message[], passages: readonly FoundPassage[]): Message[] {
  const at = messages.findLastIndex(({ role }) => role === 'user');
  const note: Message = { role: 'note', text: `${INTRODUCTION}:\n\n${passages.map(shown).join('\n\n')}` };
  return messages.toSpliced(at, 0, note);
}

function shown({ name, heading, text }: FoundPassage): string {
  return `From the document "${name}"${heading === null ? '' : `, ${heading}`}:\n${text}`;
}

const sourceOf = ({ documentId, name, passage, heading }: FoundPassage): AnswerSource => ({
  documentId,
  name,
  passage,
  heading,
});

function withinWords(passages: readonly FoundPassage[], most: number): FoundPassage[] {
  let words = 0;
  return passages.filter(({ text }) => {
    words += text.split(/\s+/).length;
    return words <= most;
  });
}

function within(passages: readonly FoundPassage[], mostBytes: number): FoundPassage[] {
  let bytes = 0;
  return passages.filter((passage) => {
    bytes += Buffer.byteLength(shown(passage)) + 2;
    return bytes <= mostBytes;
  });
}
