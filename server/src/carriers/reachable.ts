import { isPrivateAsWritten } from '../kernel/address-guard.ts';

/**
 * Why a carrier could not reach this service, in words; null: nothing speaks against it. `baseUrl`: of a server in the
 * carrier's place, which may be on this host.
 */
export function whyUnreachable(
  carrier: 'Telnyx' | 'Twilio',
  publicUrl: string | undefined,
  baseUrl: string | null,
): string | null {
  const need = `must be the https address at which ${carrier} reaches this service, such as https://calls.example.org`;
  if (publicUrl === undefined) return `is missing: it ${need}`;
  // Streams are opened by wss alone: https://www.twilio.com/docs/voice/twiml/stream#url
  if (baseUrl !== null) return null;
  if (!publicUrl.startsWith('https:')) return need;
  return isPrivateAsWritten(new URL(publicUrl)) ? `${need}; ${publicUrl} leads to a private address` : null;
}
