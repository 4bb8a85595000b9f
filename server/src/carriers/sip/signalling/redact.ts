const CREDENTIALS = /^((?:proxy-)?authorization[ \t]*:[ \t]*)(.*(?:\r\n[ \t].*)*)/gim;
/** RFC 4568 section 9.1: the key follows `inline:`, its lifetime and MKI follow `|`. */
const SDES_KEY = /^(a=crypto:.*)$/gim;
/** RFC 4567 and the `k=` line that RFC 8866 section 5.12 forbids. */
const OTHER_KEY = /^(a=key-mgmt:\S+[ \t]|k=[^:\r\n]*:)([^\r\n]*)/gim;

/** Keys that a caller presses are card numbers and codes: `Signal=5` of an INFO, or the whole body of one (RFC 6086 section 2). */
const DTMF_RELAY = /^(signal[ \t]*=[ \t]*)([^\r\n]*)/gim;
const DTMF_MESSAGE = /^(?:content-type|c)[ \t]*:[ \t]*application\/dtmf(?:-relay)?[ \t]*(?:;|\r?$)/im;

const hidden = (secret: string) => 'x'.repeat(secret.length);

/**
 * The message without what would let its reader in: responses of digest authentication, other credentials,
 * keys of SRTP, and the keys that were pressed.
 * It keeps its length, so that Content-Length stays right.
 */
export function redact(text: string): string {
  return withoutDigits(text)
    .replace(CREDENTIALS, (_, name: string, value: string) => name + withoutSecret(value))
    .replace(SDES_KEY, (line) =>
      line.replace(/(inline:)([^|;\s]+)/gi, (_, name: string, key: string) => name + hidden(key)),
    )
    .replace(OTHER_KEY, (_, name: string, key: string) => name + hidden(key));
}

function withoutDigits(text: string): string {
  const bodyAt = text.indexOf('\r\n\r\n') + 4;
  const head = text.slice(0, bodyAt);
  if (bodyAt < 4 || !DTMF_MESSAGE.test(head)) return text;
  const body = text.slice(bodyAt);
  const relayed = body.replace(DTMF_RELAY, (_, name: string, digits: string) => name + hidden(digits));
  return head + (relayed === body ? body.replace(/[^\r\n]/g, 'x') : relayed);
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
