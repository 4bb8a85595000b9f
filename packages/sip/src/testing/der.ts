/** The few values of ASN.1 that a certificate consists of, in DER (X.690). */
export type Der = Buffer;

function tagged(tag: number, ...content: Buffer[]): Der {
  const body = Buffer.concat(content);
  const length =
    body.length < 0x80
      ? Buffer.of(body.length)
      : body.length < 0x100
        ? Buffer.of(0x81, body.length)
        : Buffer.of(0x82, body.length >> 8, body.length & 0xff);
  return Buffer.concat([Buffer.of(tag), length, body]);
}

export const sequence = (...content: Der[]): Der => tagged(0x30, ...content);
export const set = (...content: Der[]): Der => tagged(0x31, ...content);
/** 0 to 127. */
export const integer = (value: number): Der => tagged(0x02, Buffer.of(value));
/** Random bytes as a number above zero: a 1 goes before them. */
export const positive = (bytes: Buffer): Der => tagged(0x02, Buffer.of(0x01), bytes);
export const boolean = (value: boolean): Der => tagged(0x01, Buffer.of(value ? 0xff : 0));
export const text = (value: string): Der => tagged(0x0c, Buffer.from(value));
/** IA5String. */
export const ascii = (value: string): Der => tagged(0x16, Buffer.from(value));
export const octets = (content: Buffer): Der => tagged(0x04, content);
export const bits = (content: Buffer): Der => tagged(0x03, Buffer.of(0), content);
/** `[number]`, constructed. */
export const explicit = (number: number, ...content: Der[]): Der => tagged(0xa0 | number, ...content);
/** `[number]` in place of a primitive type. */
export const implicit = (number: number, content: Buffer): Der => tagged(0x80 | number, content);

export function time(date: Date): Der {
  return tagged(0x18, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`));
}

export function objectId(dotted: string): Der {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return tagged(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

function base128(value: number): number[] {
  const digits = [value & 0x7f];
  for (let left = value >> 7; left > 0; left >>= 7) digits.unshift((left & 0x7f) | 0x80);
  return digits;
}
