import { expect, test } from 'vitest';
import { type AskedTrunk, probeTrunk, type TrunkProbe } from './probe-trunk.ts';
import { quietProbe } from './quiet-probe.ts';

const LONGEST_MS = 60;
const TARGET = {
  ...({ host: 'inside.example.com', port: 22, transport: 'tcp' } as const),
  ...({ authentication: 'none', registration_mode: 'single' } as const),
};

const failed = (detail: string) => ({ name: 'tcp', ok: false, detail, remedy: 'Check the port.' }) as const;

/** What a host does at its port, as the real probe tells it. */
function probeOf(address: string, behaviour: 'closed' | 'filtered' | 'open' | 'sip'): TrunkProbe {
  const answer: AskedTrunk = behaviour === 'sip' ? { status: 200, authentication: null, roundTripMs: 1 } : 'timeout';
  return {
    ownAddress: () => ({ host: '198.51.100.1', port: 5060 }),
    serversOf: async () => ({ by: 'addresses', servers: [{ protocol: 'tcp', address, port: 22 }] }),
    connect: async () =>
      behaviour === 'closed' ? [failed('refused')] : behaviour === 'filtered' ? [failed('no reply')] : [],
    options: async () => (behaviour === 'open' ? { ...failed('It does not speak SIP.'), name: 'options' } : answer),
    askRegistrar: async () => answer,
  };
}

async function timed(probe: TrunkProbe) {
  const beganMs = performance.now();
  const steps = await probeTrunk(quietProbe(probe, LONGEST_MS), TARGET, null);
  return { steps, tookMs: performance.now() - beganMs };
}

test.each(['10.0.0.5', '127.0.0.1', '169.254.169.254'])(
  '%s: what is closed, filtered or no SIP server looks alike, and takes equally long',
  async (address) => {
    const found = await Promise.all(
      (['closed', 'filtered', 'open'] as const).map((behaviour) => timed(probeOf(address, behaviour))),
    );
    for (const { steps, tookMs } of found) {
      expect(steps).toEqual(found[0]!.steps);
      expect(tookMs).toBeGreaterThanOrEqual(LONGEST_MS - 2);
    }
    expect(found[0]!.steps.map(({ name, ok }) => [name, ok])).toEqual([
      ['dns', true],
      ['options', false],
    ]);
  },
);

test('a SIP server at a private address shows', async () => {
  const { steps } = await timed(probeOf('10.0.0.5', 'sip'));
  expect(steps.at(-1)).toMatchObject({ name: 'options', ok: true });
});

test('of a public address every detail is reported', async () => {
  const { steps } = await timed(probeOf('93.184.215.14', 'closed'));
  expect(steps.at(-1)).toMatchObject({ name: 'tcp', detail: 'refused' });
});
