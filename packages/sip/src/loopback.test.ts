import { afterEach, describe, expect, it } from 'vitest';
import type { Call, CallEvent, IncomingCall } from './calls/call.ts';
import { type Scheduler, systemScheduler } from './scheduler.ts';
import { createAnswer } from './sdp/create-answer.ts';
import { createOffer } from './sdp/create-offer.ts';
import { readSdp } from './sdp/read-sdp.ts';
import { lossy } from './testing/lossy-transport.ts';
import { seededRandom } from './testing/seeded-random.ts';
import { UdpTransport } from './transports/udp-transport.ts';
import { UserAgent, type UserAgentDependencies, type UserAgentOptions } from './user-agent.ts';

const OFFER = createOffer({ address: '127.0.0.1', port: 40_000, sessionId: 1, codecs: ['PCMU', 'PCMA'] });
const HOLD = createOffer({
  address: '127.0.0.1',
  port: 40_000,
  sessionId: 1,
  sessionVersion: 2,
  codecs: ['PCMU'],
  direction: 'sendonly',
});

const running: UserAgent[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((agent) => agent.close()));
});

async function startAgent(
  options: Partial<UserAgentOptions> = {},
  dependencies: Partial<UserAgentDependencies> = {},
): Promise<UserAgent> {
  const defaults = {
    host: '127.0.0.1',
    port: 0,
    userAgentName: 'loopback',
    onInvite: (call: IncomingCall) => call.reject(480),
  };
  const agent = await UserAgent.start({ ...defaults, ...options }, dependencies);
  running.push(agent);
  return agent;
}

function answerTo(sdp: string | null): string {
  return createAnswer(readSdp(sdp ?? ''), {
    address: '127.0.0.1',
    port: 40_002,
    sessionId: 2,
    codecs: ['PCMA', 'PCMU'],
  }).sdp;
}

function place(caller: UserAgent, callee: UserAgent): Call {
  return caller.invite({
    uri: `sip:+12025550101@127.0.0.1:${callee.port}`,
    from: { uri: 'sip:+12025550150@127.0.0.1' },
    destination: { protocol: 'udp', host: '127.0.0.1', port: callee.port },
    sdp: OFFER,
  });
}

/** The first event of a type; fails when the call ends without one. */
function next<T extends CallEvent['type']>(call: Call, type: T): Promise<Extract<CallEvent, { type: T }>> {
  return new Promise((resolve, reject) => {
    call.on((event) => {
      if (event.type === type) resolve(event as Extract<CallEvent, { type: T }>);
      else if (event.type === 'ended') reject(new Error(`ended before ${type}: ${JSON.stringify(event.cause)}`));
    });
  });
}

/** An agent that rings and leaves the rest to the test. */
async function startPhone(ring = true): Promise<{ agent: UserAgent; incoming: Promise<IncomingCall> }> {
  const arrival = Promise.withResolvers<IncomingCall>();
  const agent = await startAgent({
    onInvite: (call) => {
      if (ring) call.ring();
      arrival.resolve(call);
    },
  });
  return { agent, incoming: arrival.promise };
}

async function talk() {
  const caller = await startAgent();
  const { agent: callee, incoming } = await startPhone();
  const outgoing = place(caller, callee);
  const answered = next(outgoing, 'answered');
  const received = await incoming;
  received.answer(answerTo(received.sdp));
  await next(received, 'answered');
  return { caller, callee, outgoing, received, dialog: (await answered).dialog };
}

describe('two user agents over UDP', () => {
  it('talk, until the caller hangs up', async () => {
    const { outgoing, received, caller, callee } = await talk();
    expect(received).toMatchObject({ requestUser: '+12025550101', from: { user: '+12025550150' } });
    const ended = next(received, 'ended');
    await outgoing.hangUp();
    expect(await ended).toMatchObject({ by: 'remote', cause: { kind: 'bye' } });
    expect(caller.counters).toMatchObject({ dropped: 0, rejected: 0 });
    expect(callee.counters).toMatchObject({ dropped: 0, rejected: 0 });
  });

  it('talk, until the callee hangs up', async () => {
    const { outgoing, received } = await talk();
    const ended = next(outgoing, 'ended');
    await received.hangUp();
    expect(await ended).toMatchObject({ by: 'remote', cause: { kind: 'bye' } });
  });

  it('refuse', async () => {
    const caller = await startAgent();
    const callee = await startAgent({ onInvite: (call) => call.reject(486) });
    expect(await next(place(caller, callee), 'ended')).toMatchObject({
      by: 'remote',
      cause: { kind: 'rejected', status: 486, reason: 'Busy Here' },
    });
  });

  it('cancel', async () => {
    const caller = await startAgent();
    const { agent: callee, incoming } = await startPhone();
    const outgoing = place(caller, callee);
    await next(outgoing, 'ringing');
    const ended = next(await incoming, 'ended');
    await outgoing.hangUp();
    expect(outgoing.state).toBe('ended');
    expect(await ended).toMatchObject({ by: 'remote', cause: { kind: 'cancelled' } });
  });

  it('end an answer that crosses the CANCEL', async () => {
    const caller = await startAgent();
    const { agent: callee, incoming } = await startPhone(false);
    const outgoing = place(caller, callee);
    const received = await incoming;
    // Neither knows yet: 180 and 200 are on their way while the caller gives up.
    received.ring();
    received.answer(answerTo(received.sdp));
    const ended = next(received, 'ended');
    await outgoing.hangUp();
    expect(await ended).toMatchObject({ by: 'remote', cause: { kind: 'bye' } });
  });

  it('change the session in both directions', async () => {
    const { outgoing, received } = await talk();
    const hold = next(received, 'reinvited');
    const outcome = outgoing.reinvite(HOLD);
    const { sdp, answer } = await hold;
    answer(answerTo(sdp));
    const accepted = await outcome;
    if (accepted.kind !== 'accepted') throw new Error(accepted.kind);
    expect(readSdp(accepted.sdp ?? '').direction).toBe('recvonly');

    const back = next(outgoing, 'reinvited');
    const refused = received.reinvite(HOLD);
    (await back).reject(488);
    expect(await refused).toEqual({ kind: 'rejected', status: 488 });
    await outgoing.hangUp();
  });

  it('end a call from another process by what was stored of it', async () => {
    const { received, dialog } = await talk();
    const successor = await startAgent();
    const ended = next(received, 'ended');
    expect(await successor.bye(JSON.parse(JSON.stringify(dialog)))).toBe('ended');
    await ended;
    expect(await successor.bye(dialog)).toBe('unknown_dialog');
  });

  it('ask each other whether they are there', async () => {
    const [one, other] = [await startAgent(), await startAgent()];
    expect(
      await one.options(`sip:127.0.0.1:${other.port}`, { protocol: 'udp', host: '127.0.0.1', port: other.port }),
    ).toMatchObject({ status: 200 });
  });

  it('hear at once that there is no way', async () => {
    const caller = await startAgent();
    const outgoing = caller.invite({
      uri: 'sip:a@[2001:db8::1]',
      from: { uri: 'sip:b@127.0.0.1' },
      destination: { protocol: 'udp', host: '2001:db8::1', port: 5060 },
      sdp: OFFER,
    });
    expect(await next(outgoing, 'ended')).toMatchObject({ by: 'local', cause: { kind: 'transport' } });
  });

  it('refuse to start on a port that is taken', async () => {
    const { port } = await startAgent();
    await expect(startAgent({ port })).rejects.toThrow(`127.0.0.1:${port}`);
  });
});

describe('a user agent', () => {
  it('binds all addresses only when it knows its own', async () => {
    await expect(startAgent({ host: '0.0.0.0' })).rejects.toThrow(RangeError);
    const agent = await startAgent({ host: '0.0.0.0', publicHost: '127.0.0.1' });
    const caller = await startAgent();
    expect(await caller.options('sip:x', { protocol: 'udp', host: '127.0.0.1', port: agent.port })).toMatchObject({
      status: 200,
    });
  });
});

describe('two user agents that lose 30 % of all datagrams in both directions', () => {
  /** RFC timers, ten times as fast: a busy host may stall for some of the 10 s in which a response must come. */
  const hurried: Scheduler = { schedule: (delayMs, run) => systemScheduler.schedule(delayMs / 10, run) };
  const CALLS = 60;

  it('complete their calls all the same', async () => {
    const openTransport = lossy((local, receive) => UdpTransport.open(local, receive), 0.3, seededRandom(30));
    const dependencies = { scheduler: hurried, openTransport };
    const caller = await startAgent({}, { scheduler: hurried });
    const callee = await startAgent(
      {
        onInvite: (call) => {
          call.ring();
          call.answer(answerTo(call.sdp));
        },
      },
      dependencies,
    );
    const answered = await Promise.all(
      Array.from({ length: CALLS }, async () => {
        const call = place(caller, callee);
        const wasAnswered = await next(call, 'answered').then(
          () => true,
          () => false,
        );
        await call.hangUp();
        return wasAnswered;
      }),
    );
    // 5 INVITEs in 10 s, each of which is answered with a probability of 0.49, leave about 3 % of all calls without an answer.
    expect(answered.filter(Boolean).length).toBeGreaterThanOrEqual(CALLS - 9);
    expect(caller.counters.retransmitted).toBeGreaterThan(CALLS / 2);
  });
});
