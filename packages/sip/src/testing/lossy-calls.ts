import type { CallEvent } from '../calls/call.ts';
import { UserAgent } from '../user-agent.ts';
import { challenging } from './challenging-transport.ts';
import { lossy } from './lossy-transport.ts';
import { SAMPLE_SDP } from './scripted-peer.ts';
import { seededRandom } from './seeded-random.ts';
import { TestClock } from './test-clock.ts';
import { VirtualNetwork } from './virtual-network.ts';

const CALLEE = { protocol: 'udp', host: '192.0.2.9', port: 5060 } as const;
const CALLER = { host: '192.0.2.1', port: 5060 };
const ACCOUNT = { username: 'parley', password: 'open sesame' };
const LATENCY_MS = 20;
const INTERVAL_MS = 50;
const ANSWER_MS = 2000;
const CANCEL_MS = 1500;
const HANGUP_MS = 20_000;
/** Every timer of RFC 3261 is over by then. */
const ALL_OVER_MS = 280_000;

/** Who ends a call, and when. */
export const ENDINGS = ['caller', 'callee', 'caller before the answer', 'callee before the answer'] as const;
type Ending = (typeof ENDINGS)[number];

export interface LossyCalls {
  readonly calls: number;
  readonly ending: Ending;
  /** Of all datagrams, in each direction: 0 to 1. */
  readonly loss: number;
  /** The callee's side wants credentials of INVITE and BYE. */
  readonly isChallenged: boolean;
  readonly seed: number;
}

export interface LossyReport {
  /** Of each call, on the side that called and on the side that was called. */
  readonly outgoing: readonly (readonly CallEvent[])[];
  readonly incoming: readonly (readonly CallEvent[])[];
  /** Calls that ended as they were to. */
  readonly asWanted: number;
  /** Timers that are left. */
  readonly pending: number;
}

const CAUSES: Readonly<Record<Ending, string>> = {
  caller: 'bye',
  callee: 'bye',
  'caller before the answer': 'cancelled',
  'callee before the answer': 'rejected 486',
};

/** Calls between two user agents over a network that loses datagrams, in the time of a test clock. */
export async function runLossyCalls({ calls, ending, loss, isChallenged, seed }: LossyCalls): Promise<LossyReport> {
  const clock = new TestClock();
  const random = seededRandom(seed);
  const network = new VirtualNetwork(clock, LATENCY_MS);
  const open = lossy(network.open, loss, random);
  const incoming: CallEvent[][] = [];
  const outgoing: CallEvent[][] = [];
  const callee = await UserAgent.start(
    {
      ...CALLEE,
      userAgentName: 'callee',
      onInvite: (call) => {
        incoming.push(eventsOf(call));
        call.ring();
        if (ending === 'callee before the answer') clock.schedule(CANCEL_MS, () => call.reject(486));
        else clock.schedule(ANSWER_MS, () => call.answer(SAMPLE_SDP));
        if (ending === 'callee') clock.schedule(HANGUP_MS, () => void call.hangUp());
      },
    },
    { scheduler: clock, random, openTransport: isChallenged ? challenging(open, ACCOUNT, clock) : open },
  );
  const caller = await UserAgent.start(
    { ...CALLER, userAgentName: 'caller', onInvite: () => {} },
    { scheduler: clock, random, openTransport: network.open },
  );
  const place = () => {
    const call = caller.invite({
      uri: 'sip:b@192.0.2.9',
      from: { uri: 'sip:a@192.0.2.1' },
      destination: CALLEE,
      sdp: SAMPLE_SDP,
      ...(isChallenged ? { credentials: ACCOUNT } : {}),
    });
    outgoing.push(eventsOf(call));
    if (ending === 'caller') clock.schedule(HANGUP_MS, () => void call.hangUp());
    if (ending === 'caller before the answer') clock.schedule(CANCEL_MS, () => void call.hangUp());
  };
  for (let index = 0; index < calls; index += 1) clock.schedule(index * INTERVAL_MS, place);
  clock.advance(calls * INTERVAL_MS + ALL_OVER_MS);
  const { pending } = clock;
  await Promise.all([caller.close(), callee.close()]);
  const asWanted = outgoing.filter((events) => causeOf(events) === CAUSES[ending]).length;
  return { outgoing, incoming, asWanted, pending };
}

function eventsOf(call: { on(listener: (event: CallEvent) => void): void }): CallEvent[] {
  const events: CallEvent[] = [];
  call.on((event) => events.push(event));
  return events;
}

function causeOf(events: readonly CallEvent[]): string | null {
  const last = events.at(-1);
  if (last?.type !== 'ended') return null;
  return last.cause.kind === 'rejected' ? `rejected ${last.cause.status}` : last.cause.kind;
}
