import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { openApiDocument } from '@parley/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { checkedQuery } from '../parameters.ts';
import { referencePage, SCRIPT_PATH } from './page.ts';

interface Rendered {
  body: string;
  etag: string;
}

const style = readFileSync(new URL('./reference.css', import.meta.url), 'utf8');
const script = renderedAs(readFileSync(new URL('./reference-page.js', import.meta.url), 'utf8'));

/** One script and one style, both ours; markup that was smuggled into the page would not run, load or send anything. */
const pageSecurity = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    // The endpoints that a reader tries.
    "connect-src 'self'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
};

/**
 * Serves `GET /v1/openapi.json` and `GET /docs`, both without authentication. They are rendered at the first request,
 * because the public address is not known before the server listens.
 */
export function registerReference(app: FastifyInstance, options: { publicUrl: () => string }): void {
  const document = () => openApiDocument({ serverUrl: `${options.publicUrl()}/v1` });
  const asJson = renderedOnce(options.publicUrl, () => JSON.stringify(document()));
  const asPage = renderedOnce(options.publicUrl, () => referencePage(document(), style));

  app.get('/v1/openapi.json', (request, reply) => {
    checkedQuery(request.query);
    // Public, and read by tools that run in browsers.
    reply.header('access-control-allow-origin', '*').type('application/json; charset=utf-8');
    return send(request, reply, asJson());
  });
  app.get(SCRIPT_PATH, (request, reply) => send(request, reply.type('text/javascript; charset=utf-8'), script));
  app.get('/docs', (request, reply) => {
    reply.headers(pageSecurity).type('text/html; charset=utf-8');
    return send(request, reply, asPage());
  });
}

function renderedOnce(publicUrl: () => string, render: () => string): () => Rendered {
  let known: (Rendered & { url: string }) | undefined;
  return () => {
    const url = publicUrl();
    if (known?.url !== url) {
      known = { url, ...renderedAs(render()) };
    }
    return known;
  };
}

function renderedAs(body: string): Rendered {
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
}

function send(request: FastifyRequest, reply: FastifyReply, { body, etag }: Rendered): FastifyReply {
  reply.headers({ etag, 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' });
  return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(body);
}
