/** The file in a `data:` address of base64 (RFC 2397), without a request for it. */
export function dataAudio(address: string): Blob {
  const found = /^data:([^;,]+);base64,(.*)$/s.exec(address);
  if (!found) throw new TypeError('not a data: address of base64');
  const bytes = Uint8Array.from(atob(found[2]!), (character) => character.charCodeAt(0));
  return new Blob([bytes], { type: found[1]! });
}
