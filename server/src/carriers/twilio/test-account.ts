import { refusedCredentials, type TestStep, unreadable } from '../account-test.ts';
import type { TwilioApi } from './twilio-api.ts';
import { TwilioFault } from './twilio-fault.ts';

/** Whether Twilio takes calls of an account. Null: its auth token cannot be read. */
export async function testCredentials(api: TwilioApi | null): Promise<TestStep[]> {
  if (!api) return [unreadable('auth token')];
  try {
    const status = await api.accountStatus();
    const ok = status === 'active';
    const remedy = ok ? null : 'Look in the Twilio console why; calls are refused meanwhile.';
    return [{ name: 'credentials', ok, detail: `Twilio knows the account, which is ${status}.`, remedy }];
  } catch (error) {
    const wrong = 'Enter the account SID and the auth token again, as the Twilio console shows them.';
    return [refusedCredentials(TwilioFault.of(error), { wrong, host: 'api.twilio.com' })];
  }
}
