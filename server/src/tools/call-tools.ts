import { within } from '../kernel/within.ts';
import type { OfferedTool, ToolOutcome, ToolSource } from './tool-source.ts';

/** The call does not wait longer for a tool server. */
const CONNECT_MS = 2000;

/** One for all calls: its stack says nothing, and is dear. */
const CLOSED = new DOMException('The tools of the call are closed.', 'AbortError');

interface Owner {
  source: ToolSource;
  /** What its source calls it. */
  name: string;
}

/** All tools of one call, wherever they come from. */
export class CallTools {
  #offered: readonly OfferedTool[] = [];
  /** What did not go as configured, for the record of the call. */
  readonly warnings: string[] = [];
  readonly #sources: readonly ToolSource[];
  readonly #owners = new Map<string, Owner>();
  /** What each source offers now. */
  readonly #known = new Map<ToolSource, readonly OfferedTool[]>();
  readonly #closing = new AbortController();
  /** A source has others now. */
  onChange: ((offered: readonly OfferedTool[]) => void) | undefined;

  constructor(sources: readonly ToolSource[]) {
    this.#sources = sources;
    for (const source of sources) this.#take(source, source.tools);
  }

  /** What is known so far. */
  get offered(): readonly OfferedTool[] {
    return this.#offered;
  }

  /** Asks those who have to be asked. Those who are not there in time are done without. Never rejects. */
  async connect(): Promise<void> {
    await Promise.all(this.#sources.map((source) => this.#connect(source)));
    for (const source of this.#sources) source.onChange = (tools) => this.#change(source, tools);
  }

  /** Never rejects. */
  async use(
    name: string,
    use: { arguments: Record<string, unknown>; variables: Readonly<Record<string, string>>; signal: AbortSignal },
  ): Promise<ToolOutcome> {
    const owner = this.#owners.get(name);
    if (!owner) return { text: `Error: There is no tool "${name}".`, isError: true };
    const signal = AbortSignal.any([use.signal, this.#closing.signal]);
    return owner.source.use({ ...use, name: owner.name, signal });
  }

  /** Idempotent. What is under way is called off. */
  async close(): Promise<void> {
    this.#closing.abort(CLOSED);
    await Promise.all(this.#sources.map((source) => source.close()));
  }

  async #connect(source: ToolSource): Promise<void> {
    const late = new AbortController();
    const signal = AbortSignal.any([late.signal, this.#closing.signal]);
    const connecting = source.connect(signal);
    if (!(await within(CONNECT_MS, connecting, this.#closing.signal))) {
      late.abort(new DOMException('too late', 'TimeoutError'));
      connecting.catch(() => {});
      if (!this.#closing.signal.aborted) this.#warn(source, `There was no response within ${CONNECT_MS / 1000} s.`);
      return;
    }
    try {
      this.#take(source, await connecting);
    } catch (error) {
      if (!this.#closing.signal.aborted) this.#warn(source, (error as Error).message);
    }
  }

  #warn({ name }: ToolSource, why: string): void {
    this.warnings.push(`The agent had no tools of ${name}: ${why}`);
  }

  #change(source: ToolSource, tools: readonly OfferedTool[]): void {
    if (this.#closing.signal.aborted) return;
    this.#known.set(source, tools);
    this.#owners.clear();
    this.#offered = [];
    for (const [one, known] of this.#known) this.#offer(one, known);
    this.onChange?.(this.#offered);
  }

  #take(source: ToolSource, tools: readonly OfferedTool[]): void {
    this.#known.set(source, [...(this.#known.get(source) ?? []), ...tools]);
    this.#offer(source, tools);
  }

  /** One whose name another source has already gets the name of its source in front. */
  #offer(source: ToolSource, tools: readonly OfferedTool[]): void {
    const named = tools.flatMap((tool) => {
      const name = [tool.name, `${source.name}_${tool.name}`.slice(0, 64)].find((one) => !this.#isTaken(one));
      if (name === undefined) return [];
      this.#owners.set(name, { source, name: tool.name });
      return [{ ...tool, name }];
    });
    this.#offered = [...this.#offered, ...named];
  }

  #isTaken(name: string): boolean {
    return this.#owners.has(name) || OWN.includes(name);
  }
}

/** Of the conversation itself. */
const OWN = ['end_call', 'send_dtmf', 'transfer_call', 'search_knowledge'];
