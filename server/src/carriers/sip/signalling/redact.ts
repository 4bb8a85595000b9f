const CREDENTIALS = /^((?:proxy-)?authorization[ \t]*:[ \t]*)(.*(?:\r\n[ \t].*)*)/gim;
/** RFC 4568 section 9.1: the key follows `inline:`, its lifetime and MKI follow `|`. */
const SDES_KEY = /^(a=crypto:.*)$/gim;
/** RFC 4567 and the `k=` line that RFC 8866 section 5.12 forbids. */
const OTHER_KEY = /^(a=key-mgmt:\S+[ \t]|k=[^:\r\n]*:)([^\r\n]*)/gim;

const hidden = (secret: string) => 'x'.repeat(secret.length);

/**
 * The message without what would let its reader in: responses of digest authentication, other credentials, and keys of SRTP.
 * It keeps its length, so that Content-Length stays right.
 */
export function redact(text: string): string {
  return text
    .replace(CREDENTIALS, (_, name: string, value: string) => name + withoutSecret(value))
    .replace(SDES_KEY, (line) =>
      line.replace(/(inline:)([^|;\s]+)/gi, (_, name: string, key: string) => name + hidden(key)),
    )
    .replace(OTHER_KEY, (_, name: string, key: string) => name + hidden(key));
}

/** Of a digest only the response is secret (RFC 7616 section 3.4); of every other scheme, all of it. */
function withoutSecret(credentials: string): string {
  if (!/^digest\s/i.test(credentials)) {
    return credentials.replace(/^(\S*\s+)?(.*)$/s, (_, scheme = '', secret: string) => scheme + hidden(secret));
  }
  return credentials.replace(
    /(\bresponse\s*=\s*"?)([^",\s]*)/gi,
    (_, name: string, value: string) => name + hidden(value),
  );
}
