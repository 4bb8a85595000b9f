/**
 * Percent-encoding that is no UTF-8 (half a surrogate pair is none either) becomes NUL. No text of a request may hold
 * one, so the endpoint refuses it later, in its turn, by the name of the parameter that contains it.
 */
export function decodableUrl(url: string): string {
  if (!url.includes('%')) return url;
  return url.replace(/(?:%[0-9a-f]{2})+|%/gi, (encoded) => (isDecodable(encoded) ? encoded : '%00'));
}

function isDecodable(encoded: string): boolean {
  try {
    decodeURIComponent(encoded);
    return true;
  } catch {
    return false;
  }
}
