import { refusedCredentials, type TestStep } from '../account-test.ts';
import type { TwilioApi } from './twilio-api.ts';
import { TwilioFault } from './twilio-fault.ts';
import { isOurs } from './where-calls-go.ts';

const NAMED_AT_MOST = 5;

/** Whether Twilio takes calls of an account, and where it reports those to its numbers. `voiceUrl`: where it should. */
export async function testTwilio(api: TwilioApi, voiceUrl: string): Promise<TestStep[]> {
  const credentials = await testCredentials(api);
  return credentials.ok ? [credentials, await testNumbers(api, voiceUrl)] : [credentials];
}

async function testCredentials(api: TwilioApi): Promise<TestStep> {
  try {
    const status = await api.accountStatus();
    const ok = status === 'active';
    const remedy = ok ? null : 'Look in the Twilio console why; calls are refused meanwhile.';
    return { name: 'credentials', ok, detail: `Twilio knows the account, which is ${status}.`, remedy };
  } catch (error) {
    const wrong = 'Enter the account SID and the auth token again, as the Twilio console shows them.';
    return refusedCredentials(TwilioFault.of(error), { wrong, host: 'api.twilio.com' });
  }
}

/** After PUBLIC_URL was changed, Twilio goes on reporting to the former one. */
async function testNumbers(api: TwilioApi, voiceUrl: string): Promise<TestStep> {
  try {
    const ours = (await api.listNumbers()).filter((number) => isOurs(number, voiceUrl));
    const strays = ours.filter((number) => number.voiceUrl !== voiceUrl);
    if (strays.length === 0) return { name: 'numbers', ok: true, detail: reported(ours.length), remedy: null };
    const named = strays.slice(0, NAMED_AT_MOST).map(({ phoneNumber }) => phoneNumber);
    const more = strays.length > NAMED_AT_MOST ? ` and ${strays.length - NAMED_AT_MOST} more` : '';
    return {
      ...{ name: 'numbers', ok: false },
      detail: `Twilio reports calls to ${named.join(', ')}${more} to an earlier address: ${strays[0]!.voiceUrl}.`,
      remedy: `Connect each again, as a number that the Twilio account has already; or set its "A call comes in" in the Twilio console to the webhook ${voiceUrl}, by HTTP POST.`,
    };
  } catch (error) {
    return { name: 'numbers', ok: false, detail: TwilioFault.of(error).message, remedy: 'Try again in a moment.' };
  }
}

function reported(count: number): string {
  if (count === 0) return 'Twilio reports calls to no number here. Buy one, or connect one that the account has.';
  return `Twilio reports calls to ${count === 1 ? '1 number' : `${count} numbers`} here.`;
}
