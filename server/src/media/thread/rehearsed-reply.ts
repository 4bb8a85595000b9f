import { END_CALL, farewellOf, type Message, readToolCall, type ToolCall } from '@parley/conversation';
import type { RehearsalEvent, RehearsedAgent, RehearsedMessage } from '../rehearsal.ts';
import { toolsOf } from './conversation-agent.ts';
import type { ThreadProviders } from './providers.ts';

/** Of one reply: a model that calls tools for ever is stopped. */
const MOST_ROUNDS = 5;
/** Whoever tries an agent does not wait longer for its words. */
const REPLY_LIMIT_MS = 60_000;

/** A call tells this to a model that is to speak first. */
const ANSWERED: Message = { role: 'user', text: '[The call was answered.]' };

interface Rehearsed extends RehearsedAgent {
  messages: RehearsedMessage[];
}

/** What the agent says next, as in a call that nobody hears. Keys are pressed on no telephone. */
export async function* rehearsedReply(
  providers: ThreadProviders,
  { agent, connections, messages: said }: Rehearsed,
  canceled: AbortSignal,
): AsyncGenerator<RehearsalEvent> {
  const warnings: string[] = [];
  const opening = [agent.disclosure, agent.firstMessage].filter((text) => text !== null).join(' ');
  if (said.length === 0 && agent.firstMessage !== null) {
    yield { type: 'text', delta: opening };
    yield { type: 'end', over: false, outcome: null, warnings };
    return;
  }
  // A model that begins by itself still discloses first.
  if (said.length === 0 && opening !== '') yield { type: 'text', delta: `${opening} ` };
  const llm = await providers.modelFor(agent, agent.model, connections, warnings);
  const tools = [...toolsOf(agent), END_CALL].map(({ name, description, parameters }) => ({
    ...{ name, description, parameters },
  }));
  const messages = dialogueOf(said);
  const signal = AbortSignal.any([canceled, AbortSignal.timeout(REPLY_LIMIT_MS)]);
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    let text = '';
    const calls: ToolCall[] = [];
    for await (const event of llm.respond({ prompt: agent.prompt.rendered, messages: [...messages], tools, signal })) {
      if (event.type === 'text') {
        text += event.delta;
        yield event;
      } else if (event.type === 'tool_call') {
        calls.push(event.call);
        yield { type: 'tool_call', name: event.call.name, arguments: event.call.arguments };
      }
    }
    if (signal.aborted && !canceled.aborted) throw new Error('The model wrote nothing for a minute.');
    if (canceled.aborted) return;
    const actions = calls.map((call) => ({ call, action: readToolCall(call, tools) }));
    const hangup = actions.find(({ action }) => action.type === 'end_call')?.action;
    if (hangup?.type === 'end_call') {
      const farewell = text.trim() === '' ? farewellOf(calls) : '';
      if (farewell !== '') yield { type: 'text', delta: farewell };
      yield { type: 'end', over: true, outcome: hangup.outcome, warnings };
      return;
    }
    if (calls.length === 0) break;
    messages.push({ role: 'agent', text, toolCalls: calls });
    for (const { call, action } of actions) {
      const result = resultOf(action);
      messages.push({ role: 'tool', toolCallId: call.id, name: call.name, result });
    }
  }
  yield { type: 'end', over: false, outcome: null, warnings };
}

/** Keys are taken for pressed; what would ask or ring somebody is not done. */
function resultOf(action: ReturnType<typeof readToolCall>): string {
  if (action.type === 'refuse') return action.reason;
  return action.type === 'send_dtmf' ? 'Done.' : 'Not done: this is a test in writing, in which no tool is used.';
}

/** In the words of the conversation: a tool is called by the agent's message before it. */
function dialogueOf(said: RehearsedMessage[]): Message[] {
  const messages: Message[] = [];
  said.forEach((message, index) => {
    if (message.role !== 'tool') {
      messages.push({ ...message });
      return;
    }
    const call: ToolCall = { id: `call_${index}`, name: message.name, arguments: message.arguments };
    messages.push({ role: 'agent', text: '', toolCalls: [call] });
    messages.push({ role: 'tool', toolCallId: call.id, name: call.name, result: message.result });
  });
  return messages.length === 0 ? [ANSWERED] : messages;
}
