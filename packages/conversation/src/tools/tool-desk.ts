import type { AgentToolDefinition, ToolOutcome, ToolRunner } from '../conversation-agent.ts';
import type { TranscriptTurn } from '../conversation-event.ts';
import type { MediaClock } from '../media-clock.ts';
import { CALLED_OFF } from '../provider/called-off.ts';
import type { ToolCall } from '../provider/language-model.ts';
import type { AgentEntry, CalledTool } from '../record/dialogue.ts';
import { PERSON_JOINED } from '../record/joined-person.ts';
import { type CallAction, END_CALL, readToolCall } from './call-tools.ts';
import { keyRuns } from './key-presses.ts';

/** A caller does not wait longer on the telephone. */
const RUN_TIMEOUT_MS = 20_000;
/** A REFER is refused and the number called instead, and it has rung out, long before: who transfers says how it went. */
const TRANSFER_TIMEOUT_MS = 300_000;

export interface ToolDeskOptions {
  definitions: AgentToolDefinition[];
  runTool: ToolRunner | null;
  clock: MediaClock;
  onTransfer: (to: string) => void;
  onDtmf: (digits: string) => void;
  /** One of the agent's own tools, or a transfer, is under way. */
  onStart: (started: { name: string; arguments: Record<string, unknown>; startMs: number }) => void;
  onTurn: (turn: TranscriptTurn) => void;
}

/** Who waits for the results: the conversation that holds the call. */
export interface ToolDeskListener {
  /** A result has changed the agent's prompt. */
  onPrompt?: (prompt: string) => void;
  /** All calls of the last `submit` have their result. */
  onDone: (followUp: boolean) => void;
}

interface OpenCall {
  call: ToolCall;
  called: CalledTool;
  action: CallAction;
  startMs: number;
  settle: (result: string, isError?: boolean) => void;
}

/** What a reply's tool calls mean for what comes after its last word. */
export type AfterSpeech = 'listen' | 'tools' | 'transfer' | 'end_call';

/** Carries out the model's tool calls, and keeps their results where the model will see them. */
export class ToolDesk {
  #definitions: AgentToolDefinition[];
  /** The `outcome` that came with `end_call`. */
  outcomeHint: string | null = null;
  /** The agent's, with what tools have found; null: as it was. */
  prompt: string | null = null;
  #listener: ToolDeskListener | null = null;
  readonly #options: ToolDeskOptions;
  readonly #abort = new AbortController();
  /** Wait for the end of the agent's words. */
  #deferred: OpenCall[] = [];
  #transfer: OpenCall | null = null;
  /** Names of the agent's own tools that run, the oldest first. */
  readonly #running: string[] = [];
  readonly #unsettled = new Set<OpenCall>();
  #isClosed = false;
  #open = 0;
  #isDone = true;
  #followUp = false;
  #idle = Promise.withResolvers<void>();

  constructor(options: ToolDeskOptions) {
    this.#options = options;
    this.#definitions = withEndCall(options.definitions);
    this.#idle.resolve();
  }

  /** Results go there from now on. */
  serve(listener: ToolDeskListener): void {
    this.#listener = listener;
  }

  get definitions(): readonly AgentToolDefinition[] {
    return this.#definitions;
  }

  /** For what is called from now on. */
  useDefinitions(definitions: readonly AgentToolDefinition[]): void {
    this.#definitions = withEndCall(definitions);
  }

  /** What is said while the caller waits for the tool that runs; null: what is always said. */
  get meanwhile(): string | null {
    for (const name of this.#running) {
      const { say } = this.#definitions.find((one) => one.name === name) ?? {};
      if (say !== undefined) return say;
    }
    return null;
  }

  /** Takes the calls of one reply: the agent's own tools run at once, actions on the call wait for `act`. */
  submit(calls: ToolCall[], entry: AgentEntry): AfterSpeech {
    if (calls.length === 0) return 'listen';
    if (this.#isDone) this.#begin();
    let endsCall = false;
    for (const call of calls) {
      const open = this.#openCall(call, entry);
      if (open.action.type === 'end_call') {
        endsCall = true;
        this.outcomeHint = open.action.outcome;
        open.settle('The call ends.');
      } else if (open.action.type === 'transfer' || open.action.type === 'send_dtmf') this.#deferred.push(open);
      else void this.#run(open, open.action);
    }
    if (endsCall) return 'end_call';
    return this.#deferred.some(({ action }) => action.type === 'transfer') ? 'transfer' : 'tools';
  }

  /** The agent's words have been heard: does what was to follow them. */
  act(): void {
    for (const open of this.#takeDeferred()) {
      if (open.action.type === 'send_dtmf') this.#sendDtmf(open, open.action.digits);
      if (open.action.type === 'transfer') this.#startTransfer(open, open.action.to);
    }
  }

  /** The agent was interrupted: what was to follow its words does not happen. */
  callOff(): void {
    for (const open of this.#takeDeferred()) open.settle('Not done: the caller interrupted.');
  }

  /** The transfer that was started has taken the caller away. */
  completeTransfer(): void {
    const open = this.#transfer;
    this.#transfer = null;
    open?.settle('The call was transferred.');
  }

  /** Who was called by the transfer that was started has joined the call. False when no tool has started one. */
  joinTransfer(): boolean {
    const open = this.#transfer;
    if (!open) return false;
    this.#transfer = null;
    this.#followUp = true;
    open.settle(PERSON_JOINED);
    return true;
  }

  /** The transfer that was started did not work out. */
  failTransfer(reason: string): void {
    const open = this.#transfer;
    if (!open) return;
    this.#transfer = null;
    this.#followUp = true;
    open.settle(`The transfer failed: ${reason}`, true);
  }

  get isIdle(): boolean {
    return this.#isDone;
  }

  /** Resolves when no call is open. */
  whenIdle(): Promise<void> {
    return this.#idle.promise;
  }

  /** Idempotent. What has no result gets none any more, and is kept all the same. */
  close(): void {
    this.#isClosed = true;
    this.#abort.abort(CALLED_OFF);
    for (const open of [...this.#unsettled]) open.settle('Error: the call ended before there was a result.', true);
  }

  #begin(): void {
    this.#isDone = false;
    this.#followUp = false;
    this.#idle = Promise.withResolvers();
  }

  #openCall(call: ToolCall, entry: AgentEntry): OpenCall {
    const { clock, onTurn } = this.#options;
    const called: CalledTool = { call, result: null, sources: [] };
    entry.tools.push(called);
    this.#open += 1;
    const startMs = clock.nowMs;
    const settle = (result: string, isError = false): void => {
      if (called.result !== null) return;
      called.result = result;
      this.#unsettled.delete(open);
      const tool = { name: call.name, arguments: call.arguments, result, ...(isError && { error: true as const }) };
      onTurn({ role: 'tool', text: result, startMs, endMs: clock.nowMs, interrupted: false, tool });
      this.#close();
    };
    const action = readToolCall(call, this.#definitions);
    if (action.type === 'run' || action.type === 'transfer')
      this.#options.onStart({ name: call.name, arguments: call.arguments, startMs });
    const open = { call, called, action, startMs, settle };
    this.#unsettled.add(open);
    return open;
  }

  #close(): void {
    this.#open -= 1;
    // Later, so that the submitter of calls knows what they mean before they are done.
    queueMicrotask(() => {
      if (this.#open > 0 || this.#isDone || this.#isClosed) return;
      this.#isDone = true;
      this.#idle.resolve();
      this.#listener?.onDone(this.#followUp);
    });
  }

  async #run(open: OpenCall, action: CallAction): Promise<void> {
    this.#followUp = true;
    if (action.type === 'refuse') return void open.settle(`Error: ${action.reason}`, true);
    const { runTool, clock } = this.#options;
    if (!runTool) return void open.settle('Error: this tool is not available.', true);
    const timeout = new AbortController();
    const { name } = open.call;
    const { timeoutMs = RUN_TIMEOUT_MS } = this.#definitions.find((one) => one.name === name) ?? {};
    this.#running.push(name);
    const cancelTimer = clock.after(timeoutMs, () => {
      timeout.abort(CALLED_OFF);
      open.settle('Error: the tool did not answer in time.', true);
    });
    try {
      const result = await runTool(open.call, AbortSignal.any([this.#abort.signal, timeout.signal]));
      this.#take(open, typeof result === 'string' ? { text: result } : result);
    } catch (error) {
      open.settle(`Error: ${error instanceof Error ? error.message : String(error)}`, true);
    } finally {
      cancelTimer();
      this.#running.splice(this.#running.indexOf(name), 1);
    }
  }

  #take(open: OpenCall, { text, isError = false, prompt, sources = [] }: ToolOutcome): void {
    if (prompt !== undefined) this.#usePrompt(prompt);
    open.called.sources = sources;
    open.settle(text, isError);
  }

  #usePrompt(prompt: string): void {
    this.prompt = prompt;
    this.#listener?.onPrompt?.(prompt);
  }

  #sendDtmf(open: OpenCall, digits: string): void {
    const { clock, onDtmf } = this.#options;
    for (const run of keyRuns(digits)) {
      if (run.afterMs === 0) onDtmf(run.digits);
      else clock.after(run.afterMs, () => onDtmf(run.digits));
    }
    open.settle('Sent.');
  }

  #startTransfer(open: OpenCall, to: string): void {
    this.#transfer = open;
    this.#options.clock.after(TRANSFER_TIMEOUT_MS, () => {
      if (this.#transfer === open) this.failTransfer('no answer.');
    });
    this.#options.onTransfer(to);
  }

  #takeDeferred(): OpenCall[] {
    const deferred = this.#deferred;
    this.#deferred = [];
    return deferred;
  }
}

/** Every agent can end its call. */
const withEndCall = (definitions: readonly AgentToolDefinition[]): AgentToolDefinition[] => [
  ...definitions.filter(({ name }) => name !== END_CALL.name),
  END_CALL,
];
