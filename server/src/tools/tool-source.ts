import type { Variables } from '@parley/contract';

/** A tool as it is described to a model. */
export interface OfferedTool {
  name: string;
  description: string;
  /** JSON Schema of the arguments. */
  parameters: Record<string, unknown>;
  /** Said while it keeps the caller waiting, in the place of "One moment, please." */
  say?: string;
  /** The conversation gives it up after so long; later than the source itself. */
  timeoutMs?: number;
}

export interface ToolOutcome {
  /** For the model. */
  text: string;
  isError: boolean;
  /** Variables of the call that were found. */
  variables?: Variables;
  /** Of the HTTP response, where there was one. */
  status?: number;
}

export interface ToolUse {
  name: string;
  arguments: Record<string, unknown>;
  /** The call's, as text. */
  variables: Readonly<Record<string, string>>;
  signal: AbortSignal;
}

/** Tools of one call that come from one place: the agent's HTTP requests, or an MCP server. */
export interface ToolSource {
  /** Prefix for the name of a tool that another source has as well. */
  readonly name: string;
  /** The tools that are known without a request. */
  readonly tools: readonly OfferedTool[];
  /** The tools that a server has to be asked for. Rejects with an Error in words for people. */
  connect(signal: AbortSignal): Promise<readonly OfferedTool[]>;
  /** Called with all of them when they have changed since. */
  onChange?: ((tools: readonly OfferedTool[]) => void) | undefined;
  /** Never rejects for what the other side does: the outcome reports it to the model. */
  use(use: ToolUse): Promise<ToolOutcome>;
  /** Idempotent. */
  close(): Promise<void>;
}
