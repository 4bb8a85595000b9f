import type { HttpTool } from '@parley/contract';
import type { OpenedHeader } from '../agents/tool-secrets.ts';
import { boundedText } from './bounded-text.ts';
import { asText, fillText, fillUrl, ToolFault } from './fill-template.ts';
import { failureWords, type GuardedNetwork, type GuardedResponse, sendGuarded } from './guarded-request.ts';
import { variablesIn } from './json-path.ts';
import { withoutSecretWords } from './secret-words.ts';
import type { OfferedTool, ToolOutcome, ToolSource, ToolUse } from './tool-source.ts';

/** The conversation waits longer than the request may take. */
const GRACE_MS = 1500;

/** Headers with their secrets. @throws ToolFault where they cannot be opened. */
type OpenHeaders = (tool: Pick<HttpTool, 'url' | 'headers'>) => OpenedHeader[];

export interface HttpToolsOptions {
  tools: readonly HttpTool[];
  network: GuardedNetwork;
  headersOf: OpenHeaders;
}

const offeredHttpTool = ({ name, description, parameters, say, timeout }: HttpTool): OfferedTool => ({
  ...{ name, description, parameters },
  ...(say !== null && { say }),
  timeoutMs: timeout * 1000 + GRACE_MS,
});

/** The requests that an agent may make. */
export class HttpTools implements ToolSource {
  readonly name = 'http';
  readonly tools: readonly OfferedTool[];
  readonly #options: HttpToolsOptions;

  constructor(options: HttpToolsOptions) {
    this.#options = options;
    this.tools = options.tools.map(offeredHttpTool);
  }

  async connect(): Promise<readonly OfferedTool[]> {
    return [];
  }

  async use(use: ToolUse): Promise<ToolOutcome> {
    const tool = this.#options.tools.find(({ name }) => name === use.name);
    if (!tool) return { text: `Error: There is no tool "${use.name}".`, isError: true };
    try {
      return await this.#request(tool, use);
    } catch (error) {
      const words = error instanceof ToolFault ? error.message : failureWords(error, tool.timeout * 1000);
      return { text: `Error: ${words}`, isError: true };
    }
  }

  async close(): Promise<void> {}

  async #request(tool: HttpTool, { arguments: args, variables, signal }: ToolUse): Promise<ToolOutcome> {
    const { url, rest } = fillUrl(tool.url, variables, args);
    const isInQuery = tool.method === 'GET' || tool.method === 'DELETE';
    if (isInQuery) {
      for (const [name, value] of Object.entries(rest)) {
        if (value !== null && value !== undefined) url.searchParams.append(name, asText(value));
      }
    }
    const opened = this.#options.headersOf(tool);
    const secrets = opened.filter(({ isSecret }) => isSecret).map(({ value }) => value);
    const response = await sendGuarded(this.#options.network, {
      url,
      method: tool.method,
      headers: {
        accept: 'application/json, text/*;q=0.9, */*;q=0.1',
        'user-agent': 'Parley-Tools/1',
        ...(!isInQuery && { 'content-type': 'application/json' }),
        ...Object.fromEntries(
          opened.map(({ name, value, isSecret }) => [
            name.toLowerCase(),
            isSecret ? value : asHeader(value, variables),
          ]),
        ),
      },
      body: isInQuery ? null : JSON.stringify(rest),
      timeoutMs: tool.timeout * 1000,
      signal,
    });
    return outcomeOf(response, tool, secrets);
  }
}

/** RFC 9110, section 5.5: visible ASCII; a value with more is sent as UTF-8 in percent-encoding. */
function asHeader(template: string, variables: ToolUse['variables']): string {
  return fillText(template, variables).replace(/[^\t\x20-\x7e]+/g, (text) => encodeURIComponent(text.toWellFormed()));
}

function outcomeOf({ status, contentType, body }: GuardedResponse, tool: HttpTool, secrets: string[]): ToolOutcome {
  const text = isText(contentType) ? body.toString() : `[${contentType}, which is no text]`;
  const shown = withoutSecretWords(text, secrets);
  if (status < 200 || status > 299) {
    const moved = status >= 300 && status < 400 ? ' Redirects are not followed.' : '';
    return { text: boundedText(`Error: HTTP ${status}.${moved}\n${shown}`.trim()), isError: true, status };
  }
  const variables = variablesIn(jsonOf(shown), tool.variables);
  return {
    text: shown === '' ? `HTTP ${status}, without a body.` : boundedText(shown),
    isError: false,
    variables,
    status,
  };
}

const isText = (contentType: string) => /^$|^text\/|json|xml|javascript|x-www-form-urlencoded/i.test(contentType);

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
