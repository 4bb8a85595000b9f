/** Event codes 0 to 15 are the DTMF digits in this order (RFC 4733 section 3.2). */
const DIGITS = '0123456789*#ABCD';
const PAYLOAD_BYTES = 4;
const END_BIT = 0x80;
/** Power of the tone in −dBm0: what telephones send. */
const VOLUME = 10;

/** A report about one event, of which there are many while a key is held (RFC 4733 section 2.3). */
export interface TelephoneEvent {
  digit: string;
  end: boolean;
  /** Samples since the event began. */
  duration: number;
}

/** Null when the payload is not an event, or one that is not a digit (hook flash, for one). */
export function parseTelephoneEvent(payload: Uint8Array): TelephoneEvent | null {
  if (payload.length < PAYLOAD_BYTES) return null;
  const digit = DIGITS[payload[0]!];
  if (digit === undefined) return null;
  return { digit, end: (payload[1]! & END_BIT) !== 0, duration: (payload[2]! << 8) | payload[3]! };
}

export function writeTelephoneEvent(event: TelephoneEvent): Uint8Array {
  const code = DIGITS.indexOf(event.digit);
  return Uint8Array.of(code, (event.end ? END_BIT : 0) | VOLUME, event.duration >> 8, event.duration & 0xff);
}

/** The digit as DTMF writes it (`a` is `A`), or null. */
export function toDigit(character: string): string | null {
  const upper = character.toUpperCase();
  return upper.length === 1 && DIGITS.includes(upper) ? upper : null;
}
