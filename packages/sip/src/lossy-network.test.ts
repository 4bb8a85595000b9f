import { describe, expect, it } from 'vitest';
import type { CallEvent } from './calls/call.ts';
import { lossy } from './testing/lossy-transport.ts';
import { SAMPLE_SDP } from './testing/scripted-peer.ts';
import { seededRandom } from './testing/seeded-random.ts';
import { TestClock } from './testing/test-clock.ts';
import { VirtualNetwork } from './testing/virtual-network.ts';
import { UserAgent } from './user-agent.ts';

const CALLS = 300;
const CALLEE = { protocol: 'udp', host: '192.0.2.9', port: 5060 } as const;

/** Who hangs up, and when, counted from the start of the call. */
const ENDINGS = ['caller', 'callee', 'caller before the answer'] as const;

async function run(ending: (typeof ENDINGS)[number], seed: number) {
  const clock = new TestClock();
  const random = seededRandom(seed);
  const network = new VirtualNetwork(clock, 20);
  const dependencies = { scheduler: clock, random, openTransport: lossy(network.open, 0.3, random) };
  const events: CallEvent[][] = [];
  const record = (call: { on(listener: (event: CallEvent) => void): void }) => {
    const own: CallEvent[] = [];
    events.push(own);
    call.on((event) => own.push(event));
  };
  const callee = await UserAgent.start(
    {
      ...CALLEE,
      userAgentName: 'callee',
      onInvite: (call) => {
        record(call);
        call.ring();
        clock.schedule(2000, () => call.answer(SAMPLE_SDP));
        if (ending === 'callee') clock.schedule(20_000, () => void call.hangUp());
      },
    },
    dependencies,
  );
  const caller = await UserAgent.start(
    { host: '192.0.2.1', port: 5060, userAgentName: 'caller', onInvite: () => {} },
    { ...dependencies, openTransport: network.open },
  );
  const outgoing: CallEvent[][] = [];
  for (let i = 0; i < CALLS; i += 1) {
    clock.schedule(i * 50, () => {
      const call = caller.invite({
        uri: 'sip:b@192.0.2.9',
        from: { uri: 'sip:a@192.0.2.1' },
        destination: CALLEE,
        sdp: SAMPLE_SDP,
      });
      const own: CallEvent[] = [];
      outgoing.push(own);
      call.on((event) => own.push(event));
      if (ending === 'caller') clock.schedule(20_000, () => void call.hangUp());
      if (ending === 'caller before the answer') clock.schedule(1500, () => void call.hangUp());
    });
  }
  clock.advance(300_000);
  const pending = clock.pending;
  await Promise.all([caller.close(), callee.close()]);
  return { outgoing, incoming: events, pending };
}

describe.each(ENDINGS)('300 calls that lose three of ten datagrams, ended by the %s', (ending) => {
  it('are over on both sides, and nearly all of them as they should be', async () => {
    const { outgoing, incoming, pending } = await run(ending, 7);
    for (const events of [...outgoing, ...incoming]) {
      expect(events.filter((event) => event.type === 'ended')).toHaveLength(1);
      expect(events.at(-1)?.type).toBe('ended');
    }
    expect(pending).toBe(0);

    const expected = ending === 'caller before the answer' ? 'cancelled' : 'bye';
    const asExpected = outgoing.filter((events) => {
      const last = events.at(-1);
      return last?.type === 'ended' && last.cause.kind === expected;
    });
    expect(outgoing).toHaveLength(CALLS);
    expect(asExpected.length).toBeGreaterThanOrEqual(CALLS * 0.97);
  });
});
