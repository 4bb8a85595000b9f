import {
  farewellOf,
  type LanguageModel,
  type LanguageModelRequest,
  type ToolCall,
  TRANSFER_CALL,
} from '@parley/conversation';
import type { MediaAgent } from '../media.ts';
import type { RehearsalEvent, RehearsedAgent, RehearsedMessage } from '../rehearsal.ts';
import { CallKnowledge } from './call-knowledge.ts';
import type { HostPort } from './host-port.ts';
import type { ThreadProviders } from './providers.ts';
import { rehearsedDialogue } from './rehearsed-dialogue.ts';
import { RehearsedTools } from './rehearsed-tools.ts';

/** Of one reply: a model that calls tools for ever is stopped. */
const MOST_ROUNDS = 8;
/** A user who tries an agent does not wait longer for a message of the model. */
const MESSAGE_LIMIT_MS = 60_000;
/** Longer than in a call: in a chat the wait is not heard. */
const CONTEXT_WAIT_MS = 1000;

interface Rehearsed extends RehearsedAgent {
  messages: RehearsedMessage[];
}

/** What the agent says next, as text. Its tools are used as in a call, except those that act on the call. */
export async function* rehearsedReply(
  providers: ThreadProviders,
  host: HostPort,
  { agent, connections, messages: said }: Rehearsed,
  canceled: AbortSignal,
): AsyncGenerator<RehearsalEvent> {
  const warnings: string[] = [];
  const opening = [agent.disclosure, agent.firstMessage].filter((text) => text !== null).join(' ');
  if (said.length === 0 && agent.firstMessage !== null) {
    yield { type: 'text', delta: opening };
    yield { type: 'end', end: null, warnings };
    return;
  }
  // A model that begins by itself still discloses first.
  if (said.length === 0 && opening !== '') yield { type: 'text', delta: `${opening} ` };
  const knowledge = knowledgeOf(agent, host);
  const named = await providers.modelFor(agent, agent.model, connections, warnings);
  const llm = knowledge ? knowledge.inform(named) : named;
  const tools = new RehearsedTools({ agent, knowledge, host });
  const definitions = tools.definitions.map(({ name, description, parameters }) => ({ name, description, parameters }));
  const messages = rehearsedDialogue(said);
  let prompt = agent.prompt.rendered;
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    const request = { prompt, messages: [...messages], tools: definitions };
    const { text, calls } = yield* message(llm, request, canceled);
    if (canceled.aborted) return;
    const parting = partingOf(agent, text, calls);
    if (parting !== '') yield { type: 'text', delta: parting };
    const uses = yield* tools.use(calls, canceled);
    if (canceled.aborted) return;
    prompt = uses.prompt ?? prompt;
    if (uses.end !== null || !uses.followUp) {
      yield { type: 'end', end: uses.end, warnings };
      return;
    }
    messages.push({ role: 'agent', text, toolCalls: calls });
    for (const [index, { id, name }] of calls.entries())
      messages.push({ role: 'tool', toolCallId: id, name, result: uses.results[index]! });
  }
  warnings.push(`The agent used tools ${MOST_ROUNDS} times without a word to the caller, and was stopped.`);
  yield { type: 'end', end: null, warnings };
}

function knowledgeOf({ knowledge: mode }: MediaAgent, { searches }: HostPort): CallKnowledge | null {
  if (mode === null) return null;
  const search: PassageSearch = (question) => searches.search(question);
  return new CallKnowledge({ mode, speaks: false, contextWaitMs: CONTEXT_WAIT_MS, search });
}

type PassageSearch = ConstructorParameters<typeof CallKnowledge>[0]['search'];

/** One message of the model: its words as they come, and the tools that it calls. */
async function* message(
  llm: LanguageModel,
  request: Omit<LanguageModelRequest, 'signal'>,
  canceled: AbortSignal,
): AsyncGenerator<RehearsalEvent, { text: string; calls: ToolCall[] }> {
  const late = AbortSignal.timeout(MESSAGE_LIMIT_MS);
  let text = '';
  const calls: ToolCall[] = [];
  for await (const event of llm.respond({ ...request, signal: AbortSignal.any([canceled, late]) })) {
    if (event.type === 'text') {
      text += event.delta;
      yield event;
    } else if (event.type === 'sources') yield event;
    else if (event.type === 'tool_call') calls.push(event.call);
  }
  if (late.aborted && !canceled.aborted) throw new Error('The model wrote nothing for a minute.');
  return { text, calls };
}

/** What is said beside the model's words before the call leaves the agent, as in a call. */
function partingOf({ transfer }: MediaAgent, text: string, calls: readonly ToolCall[]): string {
  const silent = text.trim() === '';
  const beforeTransfer = calls.some(({ name }) => name === TRANSFER_CALL) ? (transfer?.message ?? '') : '';
  if (beforeTransfer !== '') return silent ? beforeTransfer : ` ${beforeTransfer}`;
  return silent ? farewellOf(calls) : '';
}
