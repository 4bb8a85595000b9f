import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RequestError } from '../kernel/request-error.ts';

const NO_JSON = 'The body must be JSON, sent with the header content-type: application/json.';

/** Reads bodies as JSON and as nothing else. An empty body is none, whatever its content type says. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addHook('preParsing', async ({ headers }) => {
    // Fastify would refuse some types, before it is known whether there is a body that has them.
    if (!isJson(headers['content-type'])) delete headers['content-type'];
  });
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, bytes: Buffer) =>
    parsed(request.headers['content-type'], bytes),
  );
}

function isJson(contentType: string | undefined): boolean {
  return /^\s*application\/json\s*(?:;|$)/i.test(contentType ?? '');
}

function parsed(contentType: string | undefined, bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  if (contentType === undefined) throw new RequestError('invalid_request', NO_JSON);
  refuseOtherCharset(contentType);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new RequestError('invalid_request', 'The body is not valid UTF-8.');
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    // The message quotes the body, and may cut a surrogate pair in two.
    const reason = (error as Error).message.toWellFormed();
    throw new RequestError('invalid_request', `The body is not valid JSON: ${reason}`);
  }
}

/** RFC 8259, section 8.1: JSON is UTF-8. Whoever says otherwise would be read wrongly. */
function refuseOtherCharset(contentType: string): void {
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType)?.[1];
  if (charset === undefined || /^(utf-?8|us-ascii)$/i.test(charset)) return;
  throw new RequestError('invalid_request', `The body must be JSON in UTF-8, not ${charset}.`);
}
