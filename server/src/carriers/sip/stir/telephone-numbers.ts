import type { X509Certificate } from 'node:crypto';

/** What a certificate may sign for (RFC 8226 section 9). */
export interface TelephoneNumbers {
  /** Codes of providers, all of whose numbers it may sign for. */
  readonly providerCodes: readonly string[];
  /** Digits; `count` of them from this one on. */
  readonly ranges: readonly { readonly start: string; readonly count: number }[];
}

/** id-pe-TNAuthList, 1.3.6.1.5.5.7.1.26, as it is in DER. */
const TELEPHONE_NUMBERS_ID = Buffer.from('06082b0601050507011a', 'hex');
const [BOOLEAN, OCTETS, SEQUENCE, INTEGER, TEXT] = [0x01, 0x04, 0x30, 0x02, 0x16];
const [PROVIDER, RANGE, NUMBER] = [0xa0, 0xa1, 0xa2];

/** Null: the certificate is not one for telephone numbers, or says what cannot be read. */
export function telephoneNumbersOf(certificate: X509Certificate): TelephoneNumbers | null {
  const { raw } = certificate;
  const at = raw.indexOf(TELEPHONE_NUMBERS_ID);
  if (at < 0) return null;
  try {
    const elements = elementsOf(raw.subarray(at + TELEPHONE_NUMBERS_ID.length), 2);
    const value = elements[0]?.tag === BOOLEAN ? elements[1] : elements[0];
    return entriesOf(inside(inside(value, OCTETS)[0], SEQUENCE));
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Whether it may sign for this number; that of a provider may for all of the provider's, which Parley cannot look up. */
export function mayBeSigned(number: string, { providerCodes, ranges }: TelephoneNumbers): boolean {
  if (providerCodes.length > 0) return true;
  if (!/^[0-9]+$/.test(number)) return false;
  return ranges.some(({ start, count }) => {
    const distance = start.length === number.length ? BigInt(number) - BigInt(start) : -1n;
    return distance >= 0n && distance < BigInt(count);
  });
}

function entriesOf(entries: readonly Element[]): TelephoneNumbers {
  const providerCodes: string[] = [];
  const ranges: { start: string; count: number }[] = [];
  for (const { tag, content } of entries) {
    if (tag === PROVIDER) providerCodes.push(textOf(elementsOf(content, 1)[0]));
    else if (tag === NUMBER) ranges.push({ start: textOf(elementsOf(content, 1)[0]), count: 1 });
    else if (tag === RANGE) {
      const [start, count] = inside(elementsOf(content, 1)[0], SEQUENCE);
      ranges.push({ start: textOf(start), count: wholeNumber(count) });
    }
  }
  if (!ranges.every(({ start }) => /^[0-9]+$/.test(start))) throw new RangeError('a number of no digits');
  return { providerCodes, ranges };
}

/** Tag, length, value (X.690). */
interface Element {
  readonly tag: number;
  readonly content: Buffer;
}

/** Throws RangeError where a length leads beyond the end. */
function elementsOf(bytes: Buffer, atMost = 1000): Element[] {
  const elements: Element[] = [];
  for (let at = 0; at < bytes.length && elements.length < atMost; ) {
    const tag = bytes.readUInt8(at);
    const first = bytes.readUInt8(at + 1);
    const lengthBytes = first < 0x80 ? 0 : first - 0x80;
    const length = lengthBytes === 0 ? first : bytes.readUIntBE(at + 2, lengthBytes);
    const start = at + 2 + lengthBytes;
    if (start + length > bytes.length) throw new RangeError('an element is longer than what it is in');
    elements.push({ tag, content: bytes.subarray(start, start + length) });
    at = start + length;
  }
  return elements;
}

function inside(element: Element | undefined, tag: number): Element[] {
  if (element?.tag !== tag) throw new RangeError('an element is of another type');
  return elementsOf(element.content);
}

function textOf(element: Element | undefined): string {
  if (element?.tag !== TEXT) throw new RangeError('an element is no text');
  return element.content.toString('latin1').slice(0, 64);
}

function wholeNumber(element: Element | undefined): number {
  if (element?.tag !== INTEGER) throw new RangeError('an element is no number');
  return element.content.readUIntBE(0, element.content.length);
}
