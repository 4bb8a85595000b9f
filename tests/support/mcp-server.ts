import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMcpHandler, fromJsonSchema, type McpHttpHandler, McpServer } from '@modelcontextprotocol/server';

/** A server of the SDK's own, over Streamable HTTP, with a few tools. */
export class LocalMcpServer {
  /** Headers of each request. */
  readonly headers: http.IncomingHttpHeaders[] = [];
  /** Waited for before anything is answered. */
  ready: Promise<void> = Promise.resolve();
  readonly #server: http.Server;
  readonly #handler: McpHttpHandler;
  /** Offered beside the others. */
  #more: string | null = null;

  private constructor(server: http.Server) {
    this.#server = server;
    this.#handler = createMcpHandler(() => tools(this.#more));
    server.on('request', (request, response) => void this.#serve(request, response));
  }

  static async start(): Promise<LocalMcpServer> {
    const server = http.createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new LocalMcpServer(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/mcp`;
  }

  /** Offers one more tool from now on, and tells the clients that are connected. */
  offer(name: string): void {
    this.#more = name;
    this.#handler.notify.toolsChanged();
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #serve(message: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    this.headers.push(message.headers);
    const chunks: Buffer[] = [];
    for await (const chunk of message) chunks.push(chunk as Buffer);
    await this.ready;
    const answer = await this.#handler.fetch(
      new Request(new URL(message.url!, this.url), {
        method: message.method!,
        headers: message.headers as Record<string, string>,
        ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
      }),
    );
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    for await (const chunk of answer.body ?? []) response.write(chunk);
    response.end();
  }
}

const NOTHING = fromJsonSchema<object>({ type: 'object' });

function tools(more: string | null): McpServer {
  const server = new McpServer({ name: 'shop', version: '1.0.0' }, { capabilities: { tools: { listChanged: true } } });
  const text = (value: string) => ({ content: [{ type: 'text' as const, text: value }] });
  server.registerTool(
    'stock',
    {
      description: 'How many of a thing there are.',
      inputSchema: fromJsonSchema<{ item: string }>({
        type: 'object',
        properties: { item: { type: 'string' } },
        required: ['item'],
      }),
    },
    async ({ item }: { item: string }) => text(`There are 7 of ${item}.`),
  );
  server.registerTool('long', { description: 'A long text.', inputSchema: NOTHING }, async () =>
    text('x'.repeat(17 * 1024)),
  );
  server.registerTool('broken', { description: 'Fails.', inputSchema: NOTHING }, async () => ({
    ...text('The shelf fell down.'),
    isError: true,
  }));
  server.registerTool(
    'forever',
    { description: 'Never answers.', inputSchema: NOTHING },
    () => new Promise<never>(() => undefined),
  );
  if (more !== null)
    server.registerTool(more, { description: 'Came later.', inputSchema: NOTHING }, async () => text('Here I am.'));
  return server;
}
