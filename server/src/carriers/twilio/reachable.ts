/**
 * Why Twilio could not reach this service, in words; null: nothing speaks against it. `baseUrl`: of a server in Twilio's
 * place, which may be on this host.
 */
export function whyTwilioCannotReach(publicUrl: string | undefined, baseUrl: string | null): string | null {
  const need = 'must be the https address at which Twilio reaches this service, such as https://calls.example.org';
  if (publicUrl === undefined) return `is missing: it ${need}`;
  // https://www.twilio.com/docs/voice/twiml/stream#url: streams are opened by wss alone.
  return publicUrl.startsWith('https:') || baseUrl !== null ? null : need;
}
