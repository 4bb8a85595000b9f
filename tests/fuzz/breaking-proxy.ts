import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FuzzAnswer } from './answer.ts';

/** What a proxy makes of an answer before it passes it on. */
export type Breakage = (answer: FuzzAnswer, request: { method: string; target: string }) => FuzzAnswer;

/** A proxy before a service that breaks its responses in one way, which a fuzzer must notice. */
export async function startBreakingProxy(
  servicePort: number,
  broken: Breakage,
): Promise<{ port: number; close(): Promise<void> }> {
  const agent = new http.Agent({ keepAlive: true });
  const server = http.createServer((request, response) => {
    const method = request.method ?? 'GET';
    const target = request.url ?? '/';
    const forwarded = http.request({
      host: '127.0.0.1',
      port: servicePort,
      agent,
      method,
      path: target,
      headers: request.rawHeaders,
    });
    forwarded.on('response', async (answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of answer) {
        chunks.push(chunk);
        // A stream has no end: its beginning is passed on as a whole.
        if (answer.headers['content-type']?.startsWith('text/event-stream')) break;
      }
      const headers = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]));
      const changed = broken({ status: answer.statusCode!, headers, body: Buffer.concat(chunks) }, { method, target });
      const { 'content-length': _length, connection: _connection, ...rest } = changed.headers;
      response.writeHead(changed.status, rest).end(changed.body);
    });
    forwarded.on('error', () => response.destroy());
    request.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections();
      agent.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
