import type { IncomingNumber } from './twilio-api.ts';

/** A number that was just bought in the console plays a greeting of Twilio's own. */
const GREETING = 'https://demo.twilio.com/';

/** Why a number of the account cannot ring this service, and what to do; null: nothing else has its calls. */
export function whyNotFree(number: IncomingNumber, voiceUrl: string): string | null {
  const { phoneNumber: phone, capabilities, trunkSid, voiceApplicationSid } = number;
  const remedy = 'in the Twilio console (Phone Numbers, Manage, Active numbers), and try again.';
  if (!capabilities.voice) return `${phone} takes no calls: Twilio has it without voice. Choose a number with voice.`;
  if (trunkSid) {
    return `Calls to ${phone} go to the SIP trunk ${trunkSid}. Connect it as a number of that trunk, or take it off the trunk ${remedy}`;
  }
  if (voiceApplicationSid) {
    return `Calls to ${phone} go to the TwiML App ${voiceApplicationSid}. Set "A call comes in" to Webhook ${remedy}`;
  }
  if (!number.voiceUrl || number.voiceUrl.startsWith(GREETING)) return null;
  if (isOurs(number, voiceUrl)) return null;
  return `Calls to ${phone} go to ${number.voiceUrl}. Clear that address ${remedy}`;
}

/** Its calls are reported to this account here, if perhaps to an earlier PUBLIC_URL. `voiceUrl`: to the present one. */
export function isOurs(number: Pick<IncomingNumber, 'voiceUrl'>, voiceUrl: string): boolean {
  return pathOf(number.voiceUrl) === pathOf(voiceUrl);
}

/** From our own path on: PUBLIC_URL may have one itself. */
const pathOf = (url: string) => /\/carriers\/twilio\/accounts\/[^/]+\/voice$/.exec(url)?.[0];
