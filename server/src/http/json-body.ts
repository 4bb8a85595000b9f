import { RequestError } from '../kernel/request-error.ts';

/** RFC 8259, section 8.1: JSON is UTF-8. Whoever says otherwise would be read wrongly. */
export function refuseOtherCharset(contentType: string | undefined): void {
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType ?? '')?.[1];
  if (charset === undefined || /^(utf-?8|us-ascii)$/i.test(charset)) return;
  throw new RequestError('invalid_request', `The body must be JSON in UTF-8, not ${charset}.`);
}

/** An empty body is none, whatever its content type says. */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
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
