import type { NtpTime } from './rtcp-packet.ts';

/** From 1900 to 1970. */
const UNIX_EPOCH_S = 2_208_988_800;

/** Unix time in milliseconds as NTP has it (RFC 3550 section 4), which wraps in 2036 and does not mind. */
export function ntpTime(unixMs: number): NtpTime {
  const wholeS = Math.floor(unixMs / 1000);
  const fraction = Math.floor(((unixMs - wholeS * 1000) / 1000) * 2 ** 32);
  return { seconds: (wholeS + UNIX_EPOCH_S) >>> 0, fraction };
}

/** The middle 32 bits: 65536ths of a second, which wrap after 18 hours. */
export function middleOf({ seconds, fraction }: NtpTime): number {
  return ((seconds << 16) | (fraction >>> 16)) >>> 0;
}
