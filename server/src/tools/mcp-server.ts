import type { Client } from '@modelcontextprotocol/client';
import type { McpTool } from '@parley/contract';
import { fetch as undiciFetch } from 'undici';
import type { OpenedHeader } from '../agents/tool-secrets.ts';
import { refusePrivate } from '../kernel/address-guard.ts';
import { boundedText } from './bounded-text.ts';
import { failureWords, type GuardedNetwork } from './guarded-request.ts';
import { withoutSecretWords } from './secret-words.ts';
import type { OfferedTool, ToolOutcome, ToolSource, ToolUse } from './tool-source.ts';

const GRACE_MS = 1500;
/** It is said of one that is too late; who connects decides. */
const CONNECT_MS = 2000;
const MOST_RESPONSE_BYTES = 1024 * 1024;
/** Vendors of models take about as many. */
const MOST_TOOLS = 64;
const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

export interface McpServerOptions {
  tool: McpTool;
  network: GuardedNetwork;
  headersOf(tool: McpTool): OpenedHeader[];
}

/** The tools of one server that speaks MCP over Streamable HTTP, for one call. */
export class McpServer implements ToolSource {
  readonly name: string;
  readonly tools: readonly OfferedTool[] = [];
  onChange: ToolSource['onChange'];
  readonly #options: McpServerOptions;
  readonly #closing = new AbortController();
  #secrets: string[] = [];
  #client: Client | null = null;
  /** Why the last request had no response: the SDK says so in words of its own. */
  #failure: unknown = null;

  constructor(options: McpServerOptions) {
    this.#options = options;
    this.name = options.tool.name;
  }

  async connect(signal: AbortSignal): Promise<readonly OfferedTool[]> {
    try {
      return await this.#connect(signal);
    } catch (error) {
      throw new Error(this.#wordsOf(error, CONNECT_MS), { cause: error });
    }
  }

  async use({ name, arguments: args, signal }: ToolUse): Promise<ToolOutcome> {
    const timeoutMs = this.#options.tool.timeout * 1000;
    if (!this.#client) return { text: 'Error: The server is not connected.', isError: true };
    try {
      const result = await this.#client.callTool(
        { name, arguments: args },
        { signal, timeout: timeoutMs, maxTotalTimeout: timeoutMs },
      );
      const shown = withoutSecretWords(textOf(result), this.#secrets);
      const isError = result.isError === true;
      return { text: boundedText(isError ? `Error: ${shown}` : shown), isError };
    } catch (error) {
      const words = withoutSecretWords(this.#wordsOf(error, timeoutMs), this.#secrets);
      return { text: boundedText(`Error: ${words}`, 2000), isError: true };
    }
  }

  async close(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    await client?.close().catch(() => {});
    this.#closing.abort();
  }

  async #connect(signal: AbortSignal): Promise<readonly OfferedTool[]> {
    const { tool } = this.#options;
    const headers = this.#options.headersOf(tool);
    this.#secrets = headers.filter(({ isSecret }) => isSecret).map(({ value }) => value);
    // Here, since a service whose agents have no such server never needs it.
    const sdk = await import('@modelcontextprotocol/client');
    const client = new sdk.Client(
      { name: 'parley', version: '1' },
      {
        versionNegotiation: { mode: 'auto' },
        listChanged: { tools: { onChanged: (_, tools) => tools && this.onChange?.(this.#offered(tools)) } },
        // The schema is the server's: a regular expression in it may take exponential time.
        jsonSchemaValidator: {
          getValidator: () => (data: unknown) => ({ valid: true, data, errorMessage: undefined }) as never,
        },
      },
    );
    const transport = new sdk.StreamableHTTPClientTransport(new URL(tool.url), {
      fetch: this.#fetch,
      requestInit: { headers: Object.fromEntries(headers.map(({ name, value }) => [name, value])), redirect: 'error' },
      reconnectionOptions: {
        maxRetries: 1,
        initialReconnectionDelay: 500,
        maxReconnectionDelay: 500,
        reconnectionDelayGrowFactor: 1,
      },
    });
    const close = () => void client.close().catch(() => {});
    signal.addEventListener('abort', close, { once: true });
    try {
      await client.connect(transport, { signal });
      this.#client = client;
      const { tools } = await client.listTools(undefined, { signal });
      return this.#offered(tools);
    } catch (error) {
      this.#client = null;
      close();
      throw signal.aborted ? signal.reason : error;
    } finally {
      signal.removeEventListener('abort', close);
    }
  }

  /** In words that a model and a person may read. */
  #wordsOf(error: unknown, timeoutMs: number): string {
    const isLate =
      error instanceof Error &&
      (error.name === 'TimeoutError' || ('code' in error && error.code === 'REQUEST_TIMEOUT'));
    if (isLate) return failureWords(new DOMException('too late', 'TimeoutError'), timeoutMs);
    if (this.#failure !== null) return failureWords(this.#failure, timeoutMs);
    return error instanceof Error ? error.message : String(error);
  }

  #offered(tools: readonly { name: string; description?: string | undefined; inputSchema: object }[]): OfferedTool[] {
    const { tools: allowed, timeout } = this.#options.tool;
    return tools
      .filter(({ name }) => TOOL_NAME.test(name) && (allowed === null || allowed.includes(name)))
      .slice(0, MOST_TOOLS)
      .map(({ name, description = '', inputSchema }) => ({
        name,
        description: boundedText(description, 4096),
        parameters: inputSchema as Record<string, unknown>,
        timeoutMs: timeout * 1000 + GRACE_MS,
      }));
  }

  /** Guarded as every request of a tool, and bounded. */
  readonly #fetch = async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
    const { network } = this.#options;
    this.#failure = null;
    const signal = AbortSignal.any([this.#closing.signal, ...(init.signal ? [init.signal] : [])]);
    const response = await (async () => {
      refusePrivate(new URL(url), network.allowPrivate);
      const options = { ...(init as object), signal, redirect: 'error' as const, dispatcher: network.dispatcher };
      return (await undiciFetch(url, options)) as unknown as Response;
    })().catch((error: unknown) => {
      this.#failure = error instanceof TypeError ? (error.cause ?? error) : error;
      throw error;
    });
    if (response.body === null) return response;
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(bounded()), { status, statusText, headers: [...headers] });
  };
}

function bounded(): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.length;
      if (bytes <= MOST_RESPONSE_BYTES) controller.enqueue(chunk);
      else controller.error(new Error('The response is too long.'));
    },
  });
}

type Content = { type: string; text?: unknown };

function textOf(result: { content?: unknown; structuredContent?: unknown }): string {
  const content = (Array.isArray(result.content) ? result.content : []) as Content[];
  const parts = content.map((part) => (part.type === 'text' ? String(part.text) : `[${part.type}]`));
  if (parts.length > 0) return parts.join('\n');
  return result.structuredContent === undefined ? 'Done.' : JSON.stringify(result.structuredContent);
}
