import { trunkDefaults } from '@parley/contract';
import { type CallEvent, type IncomingCall, type SrtpPolicy, UserAgent } from '@parley/sip';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LegEvent } from '../carrier.ts';
import { Ladders } from './signalling/ladders.ts';
import { SipCarrier } from './sip-carrier.ts';
import { type InboundWay, SipInboundLeg } from './sip-leg.ts';

const MEDIA = { address: '127.0.0.1', port: 40_000 };
const CODECS = trunkDefaults.codecs;

function sdp(payloadTypes: string, version = 1): string {
  const head = ['v=0', `o=- 1 ${version} IN IP4 127.0.0.1`, 's=-', 'c=IN IP4 127.0.0.1', 't=0 0'];
  return [...head, `m=audio 40100 RTP/AVP ${payloadTypes}`, 'a=rtpmap:101 telephone-event/8000', ''].join('\r\n');
}

describe('a SIP leg', () => {
  let ours: UserAgent;
  let phone: UserAgent;
  /** The phone's. */
  let answer: string;
  let phoneEnded: Promise<CallEvent>;

  const agent = (onInvite: Parameters<typeof UserAgent.start>[0]['onInvite']) =>
    UserAgent.start({ host: '127.0.0.1', port: 0, userAgentName: 'test', onInvite });

  beforeEach(async () => {
    ours = await agent((call) => call.reject(404));
    const { promise, resolve } = Promise.withResolvers<CallEvent>();
    phoneEnded = promise;
    phone = await agent((call) => {
      call.on((event) => event.type === 'ended' && resolve(event));
      call.answer(answer);
    });
  });

  afterEach(async () => {
    await ours.close();
    await phone.close();
  });

  function dial(srtp: SrtpPolicy = 'off') {
    const destination = { protocol: 'udp' as const, host: '127.0.0.1', port: phone.port };
    const carrier = new SipCarrier({
      name: 'sip',
      simulated: false,
      userAgent: ours,
      ladders: new Ladders({ host: '127.0.0.1', port: ours.port }),
      hops: [destination],
      media: { networks: ['203.0.113.0/24'], srtp, codecs: CODECS },
    });
    const leg = carrier
      .outgoing({ to: '+12025550101', from: '+12025550150', isOwnNumber: true, ringTimeoutS: 30 })
      .dial(MEDIA);
    return { leg, events: leg.events[Symbol.asyncIterator]() };
  }

  it('names itself by the public address when it listens on all', async () => {
    const { promise, resolve } = Promise.withResolvers<IncomingCall>();
    const trunk = await agent((call) => {
      resolve(call);
      call.reject(503);
    });
    const userAgent = await UserAgent.start({
      host: '0.0.0.0',
      publicHost: '127.0.0.2',
      port: 0,
      userAgentName: 'test',
      onInvite: () => {},
    });
    const destination = { protocol: 'udp' as const, host: '127.0.0.1', port: trunk.port };
    const carrier = new SipCarrier({
      name: 'sip',
      simulated: false,
      userAgent,
      ladders: new Ladders({ host: '127.0.0.2', port: userAgent.port }),
      hops: [destination],
      media: { networks: [], srtp: 'off', codecs: CODECS },
    });
    carrier.outgoing({ to: '+14155550101', from: '+14155550150', isOwnNumber: true, ringTimeoutS: 30 }).dial(MEDIA);
    const { request, from, assertedIdentity } = await promise;
    expect(from.uri).toBe(`sip:+14155550150@127.0.0.2:${userAgent.port}`);
    expect(request.headers.get('p-asserted-identity')).toBe(`<${from.uri}>`);
    expect(assertedIdentity).toBe('+14155550150');
    expect([...request.headers].map(([, value]) => value).join()).not.toContain('0.0.0.0');
    await Promise.all([userAgent.close(), trunk.close()]);
  });

  async function next<Type extends LegEvent['type']>(
    events: AsyncIterator<LegEvent>,
    type: Type,
  ): Promise<Extract<LegEvent, { type: Type }>> {
    for (;;) {
      const { value, done } = await events.next();
      if (done) throw new Error(`the events ended without ${type}`);
      if (value.type === type) return value as Extract<LegEvent, { type: Type }>;
    }
  }

  it.each([
    ['8 0 101', { codec: 'PCMA', payloadType: 8, alternatives: [{ codec: 'PCMU', payloadType: 0 }] }],
    ['18 0 101', { codec: 'PCMU', payloadType: 0, alternatives: [] }],
    ['9 101', { codec: 'G722', payloadType: 9, alternatives: [] }],
  ])('sends in the first codec of the answer %s, and hears all of it', async (payloadTypes, media) => {
    answer = sdp(payloadTypes);
    const { leg, events } = dial();
    expect((await next(events, 'answered')).media).toMatchObject(media);
    await leg.hangUp();
  });

  it.each([
    ['nothing', ''],
    ['no SDP', 'hello'],
    ['no port', sdp('0 101').replace('m=audio 40100', 'm=audio 0')],
    ['encrypted media', sdp('0 101').replace('RTP/AVP', 'RTP/SAVP')],
    ['G.729', sdp('18')],
    ['telephone events alone', sdp('101')],
    ['an address of IPv6', sdp('0 101').replace('IN IP4 127.0.0.1\r\nt', 'IN IP6 ::1\r\nt')],
    ['the name of a host', sdp('0 101').replace('IN IP4 127.0.0.1\r\nt', 'IN IP4 media.example.com\r\nt')],
  ])('ends a call that is answered 200 with %s', async (_name, description) => {
    answer = description;
    const { events } = dial();
    expect(await next(events, 'ended')).toMatchObject({ by: 'network', endReason: 'carrier_error', sipCode: 200 });
    expect(await phoneEnded).toMatchObject({ by: 'remote', cause: { kind: 'bye' } });
  });

  it.each([
    ['off', 'RTP/SAVP', 'carrier_error'],
    ['preferred', 'RTP/AVP', 'encrypted'],
    ['preferred', 'RTP/SAVP', 'encrypted'],
    ['required', 'RTP/SAVP', 'encrypted'],
  ] as const)('with SRTP %s, answered with a key in %s: %s', async (srtp, profile, outcome) => {
    const master = Buffer.alloc(30, 3);
    const key = `a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:${master.toString('base64')}\r\n`;
    answer = sdp('0 101').replace('RTP/AVP', profile) + key;
    const { leg, events } = dial(srtp);
    if (outcome === 'carrier_error') {
      expect(await next(events, 'ended')).toMatchObject({ endReason: outcome });
      return;
    }
    const { media, token } = await next(events, 'answered');
    expect(media!.crypto).toMatchObject({ suite: 'AES_CM_128_HMAC_SHA1_80', receive: Uint8Array.from(master) });
    // What is stored of the call has no keys.
    expect(JSON.stringify(token)).not.toContain('crypto');
    await leg.hangUp();
  });

  it('ends a call that is answered without a key where SRTP is required', async () => {
    answer = sdp('0 101');
    const { events } = dial('required');
    expect(await next(events, 'ended')).toMatchObject({ by: 'network', endReason: 'carrier_error', sipCode: 200 });
    expect(await phoneEnded).toMatchObject({ by: 'remote', cause: { kind: 'bye' } });
  });

  it('takes media from the address of the SDP, from the signalling peer and from the networks of the trunk', async () => {
    answer = sdp('0 101');
    const { leg, events } = dial();
    const { media } = await next(events, 'answered');
    expect(media!.networks).toEqual(['127.0.0.1', '203.0.113.0/24']);
    await leg.hangUp();
  });
});

describe('a SIP leg that comes in', () => {
  const TRUNK: InboundWay = {
    carrierName: 'trunk:trk_1',
    media: { networks: ['203.0.113.0/24'], srtp: 'off', codecs: CODECS },
    credentials: null,
    address: 'sip.example.com:5061;transport=tls',
    tlsName: 'sip.example.com',
  };
  let ours: UserAgent;
  let trunk: UserAgent;
  afterEach(() => Promise.all([ours.close(), trunk.close()]));

  async function ring(ways: Record<string, InboundWay>, answer: (leg: SipInboundLeg) => void) {
    const options = { host: '127.0.0.1', port: 0, userAgentName: 'test' };
    const claimed = Promise.withResolvers<SipInboundLeg>();
    ours = await UserAgent.start({
      ...options,
      onInvite: (call) => {
        const ladder = new Ladders({ host: '127.0.0.1', port: 0 }).claim(call.callId, 'callee');
        const leg = new SipInboundLeg(call, {
          ...{ carrierName: 'own', ladder, to: '+12025550150', simulated: false, trunkIds: Object.keys(ways) },
          ...{ media: { networks: [], srtp: 'required', codecs: CODECS }, wayOf: (trunkId) => ways[trunkId]! },
          verifier: undefined,
          hasIpv6: false,
        });
        answer(leg);
        claimed.resolve(leg);
      },
    });
    trunk = await UserAgent.start({ ...options, onInvite: (call) => call.reject(404) });
    const call = trunk.invite({
      uri: `sip:+12025550150@127.0.0.1:${ours.port}`,
      from: { uri: 'sip:+12025550101@127.0.0.1' },
      destination: { protocol: 'udp', host: '127.0.0.1', port: ours.port },
      sdp: sdp('0 101'),
    });
    return { call, leg: await claimed.promise };
  }

  it('is answered, transferred and stored as the trunk wants that it comes through', async () => {
    const { call, leg } = await ring({ trk_1: TRUNK }, (coming) => {
      coming.comesThrough('trk_1');
      coming.answer(MEDIA);
    });
    const target = new Promise<string>((resolve) => {
      call.on((event) => {
        if (event.type !== 'referred') return;
        resolve(event.target);
        event.reject(603);
      });
    });
    const events = leg.events[Symbol.asyncIterator]();
    let answered = await events.next();
    while (answered.value?.type !== 'answered') answered = await events.next();
    expect(answered.value).toMatchObject({
      token: { carrier: 'trunk:trk_1', dialog: { tlsName: 'sip.example.com' } },
      media: { crypto: null, networks: ['127.0.0.1', '203.0.113.0/24'] },
    });
    expect(await leg.transfer('+12025550107')).toEqual({ kind: 'refused', sipCode: 603 });
    expect(await target).toBe('sip:+12025550107@sip.example.com:5061;transport=tls');
    await leg.hangUp();
  });

  it('is plain for no trunk while it is not known which one it comes through', async () => {
    const { call } = await ring({ trk_1: TRUNK }, (coming) => coming.answer(MEDIA));
    const end = await new Promise<CallEvent>((resolve) => {
      call.on((event) => event.type === 'ended' && resolve(event));
    });
    expect(end).toMatchObject({ cause: { kind: 'rejected', status: 488 } });
  });
});
