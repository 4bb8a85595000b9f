import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RequestError } from '../../kernel/request-error.ts';
import { pageSecurity } from './page-security.ts';
import { isPageRequest } from './pages.ts';
import { unbuiltPage } from './unbuilt-page.ts';

const CONTENT_TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};
/** Their names hold a hash of what they contain. */
const FOREVER = 'public, max-age=31536000, immutable';
const NONCE_PLACE = /__CSP_NONCE__/g;

/**
 * Serves the dashboard as it was built into `directory`. Files are read when they are asked for, so that a build
 * needs no restart. Register it before `answerUnknownPaths`, which answers wherever no browser asks for a page.
 */
export function registerDashboard(app: FastifyInstance, { directory }: { directory: string }): void {
  app.addHook('onRequest', async (request, reply) => {
    const [place = ''] = request.url.split('?');
    if (!request.is404 || !isPageRequest(request.method, place, request.headers)) return;
    await sendPage(reply, directory);
    return reply;
  });
  app.get<{ Params: { name: string } }>('/assets/:name', (request, reply) =>
    sendAsset(request, reply, path.join(directory, 'assets'), request.params.name),
  );
}

async function sendPage(reply: FastifyReply, directory: string): Promise<void> {
  const nonce = randomBytes(16).toString('base64');
  const page = await read(path.join(directory, 'index.html'));
  reply.headers(pageSecurity(nonce)).type('text/html; charset=utf-8').header('cache-control', 'no-store');
  reply.header('vary', 'accept').code(page ? 200 : 503);
  reply.send((page?.toString() ?? unbuiltPage).replace(NONCE_PLACE, nonce));
}

async function sendAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  directory: string,
  name: string,
): Promise<FastifyReply> {
  const type = CONTENT_TYPES[path.extname(name)];
  // A name of the build, and no way into another directory.
  const file = type !== undefined && /^[\w-][\w.-]*$/.test(name) ? path.join(directory, name) : undefined;
  const takesGzip = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
  const compressed = file && takesGzip ? await read(`${file}.gz`) : undefined;
  const content = compressed ?? (file && (await read(file)));
  if (!content) throw new RequestError('not_found', 'The dashboard has no such file; load the page again.');
  reply.headers({ 'cache-control': FOREVER, 'x-content-type-options': 'nosniff', vary: 'accept-encoding' });
  if (compressed) reply.header('content-encoding', 'gzip');
  return reply.type(type!).send(content);
}

async function read(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
