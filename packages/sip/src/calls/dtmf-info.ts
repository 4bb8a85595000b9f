import type { SipRequest } from '../messages/message.ts';

const DIGIT = /^[0-9*#A-D]$/;
/** Some gateways send the RFC 4733 event code instead of the character. */
const EVENT_CODES: Readonly<Record<string, string>> = {
  '10': '*',
  '11': '#',
  '12': 'A',
  '13': 'B',
  '14': 'C',
  '15': 'D',
};

/** The digit of an INFO with `application/dtmf-relay` (`Signal=5`) or `application/dtmf` (`5`); null when there is none. */
export function dtmfDigit(info: SipRequest): string | null {
  const text = info.body.toString('latin1');
  if (info.contentType === 'application/dtmf') return toDigit(text);
  if (info.contentType !== 'application/dtmf-relay') return null;
  for (const line of text.split('\n')) {
    const [name = '', value = ''] = line.split('=', 2);
    if (name.trim().toLowerCase() === 'signal') return toDigit(value);
  }
  return null;
}

function toDigit(text: string): string | null {
  const signal = text.trim().toUpperCase();
  const digit = EVENT_CODES[signal] ?? signal;
  return DIGIT.test(digit) ? digit : null;
}
