import { mediaType } from './media-type.ts';
import { unquote } from './scanner.ts';

/** The first part of the given type in a multipart body (RFC 2046 section 5.1), or null. Parts within parts are not looked at. */
export function findPart(body: Buffer, contentType: string, type: string): Buffer | null {
  const boundary = mediaType(contentType).params.get('boundary');
  if (!boundary) return null;
  // Latin-1 maps bytes to characters one to one, so that binary parts beside the wanted one do no harm.
  const [, ...parts] = `\r\n${body.toString('latin1')}`.split(`\r\n--${unquote(boundary)}`);
  for (const part of parts) {
    const headEnd = part.indexOf('\r\n\r\n');
    if (headEnd >= 0 && typeOfPart(part.slice(0, headEnd)) === type)
      return Buffer.from(part.slice(headEnd + 4), 'latin1');
  }
  return null;
}

function typeOfPart(head: string): string | null {
  for (const line of head.split('\r\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    if (name === 'content-type' || name === 'c') return mediaType(line.slice(colon + 1)).type;
  }
  return null;
}
