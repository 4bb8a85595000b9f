import { type AgentToolDefinition, type CallAction, END_CALL, readToolCall, type ToolCall } from '@parley/conversation';
import { EventQueue } from '../../kernel/event-queue.ts';
import type { MediaAgent } from '../media.ts';
import type { RehearsalEnd, RehearsalEvent, RehearsedResult, RehearsedToolResult } from '../rehearsal.ts';
import { type CallKnowledge, searchKnowledge } from './call-knowledge.ts';
import { toolsOf } from './conversation-agent.ts';
import type { HostPort } from './host-port.ts';

/** As in a call. */
const RUN_TIMEOUT_MS = 20_000;

export interface RehearsedToolsOptions {
  agent: Pick<MediaAgent, 'allowsDtmf' | 'transfer' | 'tools'>;
  knowledge: CallKnowledge | null;
  host: HostPort;
}

/** What came of the tools of one message. */
export interface RehearsedUses {
  /** For the model, in the order of the calls. */
  results: string[];
  /** The agent's prompt from now on, where it has changed. */
  prompt: string | null;
  /** The model goes on with it: it has learnt something. */
  followUp: boolean;
  end: RehearsalEnd | null;
}

type Settled = Omit<RehearsedResult, 'type' | 'id' | 'durationMs'> & { prompt?: string };

/** The tools of an agent without a call: what asks is really asked, and what would change the call is only said. */
export class RehearsedTools {
  readonly definitions: AgentToolDefinition[];
  readonly #knowledge: CallKnowledge | null;
  readonly #host: HostPort;
  #last = 0;

  constructor({ agent, knowledge, host }: RehearsedToolsOptions) {
    this.definitions = [...toolsOf(agent), ...(knowledge?.tools ?? []), END_CALL];
    this.#knowledge = knowledge;
    this.#host = host;
  }

  /** Uses them all at once, as a call does. */
  async *use(calls: readonly ToolCall[], signal: AbortSignal): AsyncGenerator<RehearsalEvent, RehearsedUses> {
    const uses: RehearsedUses = { results: [], prompt: null, followUp: false, end: null };
    const events = new EventQueue<RehearsedResult>();
    const running = calls.map(async (call, index) => {
      const id = this.#last + 1 + index;
      const action = readToolCall(call, this.definitions);
      uses.followUp ||= action.type === 'run' || action.type === 'refuse';
      uses.end = endOf(action) ?? uses.end;
      const startMs = performance.now();
      const { prompt, ...settled } = await this.#settle(call, action, signal);
      uses.results[index] = settled.result;
      uses.prompt = prompt ?? uses.prompt;
      events.push({ type: 'tool_result', id, durationMs: Math.round(performance.now() - startMs), ...settled });
    });
    for (const call of calls) {
      this.#last += 1;
      yield { type: 'tool_call', id: this.#last, name: call.name, arguments: call.arguments };
    }
    void Promise.all(running).finally(() => events.close());
    yield* events;
    return uses;
  }

  async #settle(call: ToolCall, action: CallAction, signal: AbortSignal): Promise<Settled> {
    switch (action.type) {
      case 'refuse':
        return failed(action.reason);
      case 'send_dtmf':
        return imagined('Sent.');
      case 'transfer':
        return imagined('The call was transferred.');
      case 'end_call':
        return imagined('The call ends.');
      case 'run':
        return this.#run(call, signal);
    }
  }

  async #run(call: ToolCall, signal: AbortSignal): Promise<Settled> {
    const { timeoutMs = RUN_TIMEOUT_MS } = this.definitions.find(({ name }) => name === call.name) ?? {};
    const late = AbortSignal.timeout(timeoutMs);
    const until = AbortSignal.any([signal, late]);
    try {
      const { text, isError, found, ...rest } = await this.#outcome(call, until);
      return { result: text, isError, isImagined: false, found, ...rest };
    } catch (error) {
      return failed(late.aborted ? 'the tool did not answer in time.' : (error as Error).message);
    }
  }

  async #outcome(call: ToolCall, signal: AbortSignal): Promise<RehearsedToolResult> {
    if (!this.#knowledge || call.name !== searchKnowledge.name) return this.#host.tools.run(call, signal);
    const { text } = await this.#knowledge.run(call, signal);
    return { text, isError: false, found: {} };
  }
}

function endOf(action: CallAction): RehearsalEnd | null {
  if (action.type === 'end_call') return { type: 'hangup', outcome: action.outcome };
  return action.type === 'transfer' ? { type: 'transfer', to: action.to } : null;
}

const imagined = (result: string): Settled => ({ result, isError: false, isImagined: true, found: {} });
const failed = (reason: string): Settled => ({
  result: `Error: ${reason}`,
  isError: true,
  isImagined: false,
  found: {},
});
