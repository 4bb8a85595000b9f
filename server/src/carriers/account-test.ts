import type { CarrierTest } from '@parley/contract';
import type { CarrierFault } from './carrier-fault.ts';

export type TestStep = CarrierTest['steps'][number];

interface Reachability {
  /** The carrier in words. */
  carrier: string;
  /** Why it cannot have a way to this service; null: it can. */
  why: string | null;
  publicUrl: string;
}

/** Whether calls can go through an account with a carrier. `ask`: the steps that it takes once the carrier can reach us. */
export async function testAccount(
  { carrier, why, publicUrl }: Reachability,
  ask: () => Promise<TestStep[]>,
): Promise<CarrierTest> {
  if (why !== null) {
    const remedy = 'Ask the operator of this service to set PUBLIC_URL.';
    return { ok: false, steps: [{ name: 'public_url', ok: false, detail: why, remedy }] };
  }
  const reachable: TestStep = {
    ...{ name: 'public_url', ok: true, detail: `${carrier} reports calls to ${publicUrl}.`, remedy: null },
  };
  const steps = [reachable, ...(await ask())];
  return { ok: steps.every(({ ok }) => ok), steps };
}

/** Of an account whose secret cannot be read. `secret`: what it is called at the carrier. */
export function unreadable(secret: string): TestStep {
  const detail = `The stored ${secret} cannot be decrypted: the master key has changed.`;
  return { name: 'credentials', ok: false, detail, remedy: `Enter the ${secret} again.` };
}

/** Of a carrier that did not answer what it was asked with the credentials. */
export function refusedCredentials(fault: CarrierFault, remedy: { wrong: string; host: string }): TestStep {
  const { wrong, host } = remedy;
  // The message of a fault ends with what to do where the carrier's error has it.
  const detail = fault.message.replace(wrong, '').trimEnd();
  return {
    ...{ name: 'credentials', ok: false, detail },
    remedy: fault.isWrongCredentials ? wrong : `Try again. A firewall may block the way from this service to ${host}.`,
  };
}
