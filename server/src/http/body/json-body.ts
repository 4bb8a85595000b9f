import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RequestError } from '../../kernel/request-error.ts';
import { FileBody } from './uploaded-file.ts';

const NO_JSON = 'The body must be JSON, sent with the header content-type: application/json.';

/** A body as it was sent. What it holds is read when it is known which endpoint it is for. */
export class JsonBody {
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The endpoint takes a file, of whatever type it says. */
    takesFile?: boolean;
  }
}

/**
 * Takes bodies of JSON, and files where an endpoint takes one. An empty body counts as no body, whatever its content
 * type says.
 */
export function takeJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const typesOfFiles = new WeakMap<FastifyRequest, string>();
  app.addHook('preParsing', async (request) => {
    const { headers } = request;
    const type = headers['content-type'];
    if (request.routeOptions.config.takesFile && type !== undefined) typesOfFiles.set(request, type);
    // Fastify would refuse some types, before it is known whether there is a body that has them.
    if (!isJson(headers['content-type'])) delete headers['content-type'];
  });
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, bytes: Buffer) => {
    if (bytes.length === 0) return undefined;
    refuseEncoding(request.headers['content-encoding']);
    if (request.routeOptions.config.takesFile) return new FileBody(bytes, typesOfFiles.get(request));
    const contentType = request.headers['content-type'];
    if (contentType === undefined) throw new RequestError('invalid_request', NO_JSON);
    refuseOtherCharset(contentType);
    return new JsonBody(bytes);
  });
}

/** RFC 9110, section 8.4: a server that does not decode must refuse. A compressed body could expand to any size. */
function refuseEncoding(encoding: string | undefined): void {
  if (encoding === undefined || /^\s*(identity)?\s*$/i.test(encoding)) return;
  const message = 'Content-Encoding: compressed bodies are not taken. Send the body as it is, without this header.';
  throw new RequestError('invalid_request', message, { param: 'Content-Encoding' });
}

function isJson(contentType: string | undefined): boolean {
  return /^\s*application\/json\s*(?:;|$)/i.test(contentType ?? '');
}

/** RFC 8259, section 8.1: JSON is UTF-8. In another charset it would be read wrongly. */
function refuseOtherCharset(contentType: string): void {
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType)?.[1];
  if (charset === undefined || /^(utf-?8|us-ascii)$/i.test(charset)) return;
  throw new RequestError('invalid_request', `The body must be JSON in UTF-8, not ${charset}.`);
}
