import { createHmac, randomBytes } from 'node:crypto';

/** RFC 6238 with what every authenticator app takes: SHA-1, six digits, 30 s. */
const STEP_S = 30;
const DIGITS = 6;
/** RFC 4226, section 4: 160 bits. */
const SECRET_BYTES = 20;
/** RFC 6238, section 5.2: one step either way, for clocks that are not quite right and people who type. */
const DRIFT_STEPS = 1;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648, section 6, without padding, as authenticator apps want it. */
function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
}

export function newTotpSecret(): string {
  return base32(randomBytes(SECRET_BYTES));
}

/** RFC 4226, section 5.3. */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const offset = digest[19]! & 0xf;
  const truncated = digest.readUInt32BE(offset) & 0x7fffffff;
  return String(truncated % 10 ** DIGITS).padStart(DIGITS, '0');
}

export const totpStep = (nowS: number) => Math.floor(nowS / STEP_S);

/** The step that a code is of, later than `lastStep`; undefined when it is wrong, or was used before. */
export function acceptedStep(
  secret: string,
  code: string,
  { nowS, lastStep }: { nowS: number; lastStep: number | null },
): number | undefined {
  const now = totpStep(nowS);
  const steps = Array.from({ length: 2 * DRIFT_STEPS + 1 }, (_, index) => now - DRIFT_STEPS + index);
  return steps.find((step) => step > (lastStep ?? -1) && totpCode(secret, step) === code);
}

/** What a QR code holds for an authenticator app. */
export function otpauthUrl(secret: string, email: string): string {
  const label = `${encodeURIComponent('Parley')}:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=Parley&algorithm=SHA1&digits=${DIGITS}&period=${STEP_S}`;
}
