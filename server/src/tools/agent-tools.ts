import type { AgentSettings, AgentTool, HttpTool, McpTool, Variables } from '@parley/contract';
import type { OpenedHeader, ToolSecrets } from '../agents/tool-secrets.ts';
import { UnsealError } from '../kernel/sealing.ts';
import { CallTools } from './call-tools.ts';
import { ToolFault } from './fill-template.ts';
import type { GuardedNetwork } from './guarded-request.ts';
import { HttpTools } from './http-tools.ts';
import { McpServer } from './mcp-server.ts';
import type { ToolSource } from './tool-source.ts';
import { type AskedForVariables, askForVariables } from './variables-webhook.ts';

/** Whose tools they are. */
export interface ToolOwner {
  accountId: string;
  agentId: string;
}

export interface AgentToolsOptions {
  network: GuardedNetwork;
  secrets: ToolSecrets;
}

/** What agents can do besides talking: the tools of their settings, made ready for a call. */
export class AgentTools {
  readonly #options: AgentToolsOptions;

  constructor(options: AgentToolsOptions) {
    this.#options = options;
  }

  /** `settings`: with their secrets, sealed. */
  open(owner: ToolOwner, settings: AgentSettings): CallTools {
    return new CallTools([
      ...this.#http(owner, settings.tools),
      ...settings.tools.filter((tool) => tool.type === 'mcp').map((tool) => this.#server(owner, tool)),
    ]);
  }

  /** Rejects with words for people, within two seconds. */
  async variablesFor(
    owner: ToolOwner,
    webhook: NonNullable<AgentSettings['variables_webhook']>,
    data: AskedForVariables['data'],
    signal: AbortSignal,
  ): Promise<Variables> {
    const secret = this.#options.secrets.secretOf(webhook, owner.accountId);
    return askForVariables(this.#options.network, { url: webhook.url, secret, data }, signal);
  }

  #http(owner: ToolOwner, tools: readonly AgentTool[]): ToolSource[] {
    const http = tools.filter((tool) => tool.type === 'http');
    if (http.length === 0) return [];
    return [new HttpTools({ tools: http, network: this.#options.network, headersOf: this.#headersFor(owner) })];
  }

  #server(owner: ToolOwner, tool: McpTool): ToolSource {
    return new McpServer({ tool, network: this.#options.network, headersOf: this.#headersFor(owner) });
  }

  #headersFor({ accountId }: ToolOwner): (tool: Pick<HttpTool, 'url' | 'headers'>) => OpenedHeader[] {
    return (tool) => {
      try {
        return this.#options.secrets.headersOf(tool, accountId);
      } catch (error) {
        if (!(error instanceof UnsealError)) throw error;
        throw new ToolFault('The secret of a header cannot be read any more; it has to be entered again.');
      }
    };
  }
}
