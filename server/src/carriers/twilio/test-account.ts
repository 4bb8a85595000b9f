import type { CarrierTest } from '@parley/contract';
import type { TwilioAccount } from './twilio-account.ts';
import type { TwilioApi } from './twilio-api.ts';
import { TwilioFault } from './twilio-fault.ts';

interface Circumstances {
  /** Why Twilio cannot have a way to this service; null: it can. */
  why: string | null;
  publicUrl: string;
  apiOf(account: TwilioAccount): TwilioApi;
}

type Step = CarrierTest['steps'][number];

/** Whether calls can go through a Twilio account. Undefined: its auth token cannot be read. */
export async function testAccount(
  account: TwilioAccount | undefined,
  { why, publicUrl, apiOf }: Circumstances,
): Promise<CarrierTest> {
  if (why !== null) {
    const remedy = 'Ask the operator of this service to set PUBLIC_URL.';
    return { ok: false, steps: [{ name: 'public_url', ok: false, detail: why, remedy }] };
  }
  const reachable: Step = { name: 'public_url', ok: true, detail: `Twilio is told ${publicUrl}.`, remedy: null };
  const credentials = await credentialsStep(account, apiOf);
  return { ok: credentials.ok, steps: [reachable, credentials] };
}

async function credentialsStep(account: TwilioAccount | undefined, apiOf: Circumstances['apiOf']): Promise<Step> {
  const name = 'credentials';
  if (!account) {
    const detail = 'The auth token cannot be read any more: the master key is another one.';
    return { name, ok: false, detail, remedy: 'Enter the auth token again.' };
  }
  try {
    const status = await apiOf(account).accountStatus();
    const ok = status === 'active';
    const remedy = ok ? null : 'Look in the Twilio console why; calls are refused meanwhile.';
    return { name, ok, detail: `Twilio knows the account, which is ${status}.`, remedy };
  } catch (error) {
    const fault = TwilioFault.of(error);
    const remedy = fault.isWrongCredentials
      ? 'Enter the account SID and the auth token again, as the Twilio console shows them.'
      : 'Try again; a firewall may keep this service from api.twilio.com.';
    return { name, ok: false, detail: fault.message, remedy };
  }
}
