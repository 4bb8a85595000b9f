import type { CarrierTest } from '@parley/contract';
import type { CarrierFault } from './carrier-fault.ts';

export type TestStep = CarrierTest['steps'][number];

interface Reachability {
  /** Why the carrier cannot have a way to this service; null: nothing speaks against it. */
  why: string | null;
  /** Whether what goes to PUBLIC_URL comes here. */
  way: () => Promise<TestStep[]>;
}

/** Whether calls can go through an account with a carrier. `ask`: the steps that it takes at the carrier. */
export async function testAccount({ why, way }: Reachability, ask: () => Promise<TestStep[]>): Promise<CarrierTest> {
  if (why !== null) {
    const remedy = 'Ask the operator of this service to set PUBLIC_URL.';
    return { ok: false, steps: [{ name: 'public_url', ok: false, detail: why, remedy }] };
  }
  const steps = (await Promise.all([way(), ask()])).flat();
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
