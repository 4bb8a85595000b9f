import { DtmfDetector, decodeG711, encodeG711, type G711, levelDbfs, tone } from '@parley/audio';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { NegotiatedMedia } from './negotiated-media.ts';
import type { RtpPacket } from './packet.ts';
import { RtpSession, type RtpStats } from './session.ts';
import { writeTelephoneEvent } from './telephone-event.ts';
import { RawPeer } from './testing/raw-peer.ts';
import { networksOf, numericEndpoint } from './udp-socket.ts';

const FORMAT = {
  networks: [],
  codec: 'PCMU',
  payloadType: 0,
  alternatives: [],
  telephoneEventPayloadType: 101,
  ptimeMs: 20,
  crypto: null,
  rtcp: { mux: true },
  direction: 'sendrecv',
} as const;

/** Resolves when the sockets have brought what was sent; fails loudly when they do not. */
async function until(condition: () => boolean): Promise<void> {
  await vi.waitFor(() => expect(condition()).toBe(true), { interval: 1, timeout: 5000 });
}

/** 20 ms in which every sample is this one's G.711 value. */
const frameOf = (sample: number) => new Int16Array(160).fill(sample);
const payloadOf = (sample: number, codec: G711 = 'PCMU') => encodeG711(codec, frameOf(sample));

describe('RtpSession', () => {
  let session: RtpSession;
  let peer: RawPeer;
  let unexpected: RawPeer;

  const configure = (options: Partial<NegotiatedMedia> = {}) =>
    session.configure({ ...FORMAT, remote: { address: peer.address, port: peer.port }, ...options });
  /** Sends packets to the session and waits until it has counted them in one way or another. */
  async function deliver(from: RawPeer, packets: (Partial<RtpPacket> | Uint8Array)[]): Promise<void> {
    const handled = ({ packetsReceived, duplicates, invalidDatagrams, unexpectedSources }: RtpStats) =>
      packetsReceived + duplicates + invalidDatagrams + unexpectedSources;
    const before = handled(session.stats);
    for (const packet of packets) await from.send(session.port, packet);
    await until(() => handled(session.stats) === before + packets.length);
  }
  const audio = (sequenceNumber: number, options: Partial<RtpPacket> = {}): Partial<RtpPacket> => ({
    sequenceNumber,
    timestamp: 160 * sequenceNumber,
    payload: payloadOf(2000 * sequenceNumber),
    ...options,
  });
  /** One sample of each frame that is pulled, `x` for a concealed one, null for none. */
  const pull = (count: number) =>
    Array.from({ length: count }, () => {
      const pulled = session.pull();
      return pulled === null ? null : pulled.concealed ? 'x' : pulled.frame[80];
    });
  const heard = (sample: number, codec: G711 = 'PCMU') => decodeG711(codec, payloadOf(sample, codec))[0];

  beforeEach(async () => {
    session = await RtpSession.open({ address: '127.0.0.1', port: 0 });
    peer = await RawPeer.open();
    unexpected = await RawPeer.open();
  });

  afterEach(() => {
    session.close();
    peer.close();
    unexpected.close();
  });

  describe('open and close', () => {
    it('rejects with EADDRINUSE when the port is taken, and with the reason when the address is not ours', async () => {
      expect(session.port).toBeGreaterThan(0);
      await expect(RtpSession.open({ address: '127.0.0.1', port: session.port })).rejects.toMatchObject({
        code: 'EADDRINUSE',
      });
      await expect(RtpSession.open({ address: '192.0.2.1', port: 0 })).rejects.toMatchObject({ code: 'EADDRNOTAVAIL' });
    });

    it('frees its port on close, which may be called twice, and is deaf and dumb after it', async () => {
      configure();
      session.close();
      session.close();
      session.send(frameOf(1));
      expect(session.pull()).toBeNull();
      expect(session.stats.packetsSent).toBe(0);
      const again = await RtpSession.open({ address: '127.0.0.1', port: session.port });
      again.close();
    });

    it('does nothing before it is configured', async () => {
      session.send(frameOf(1));
      await deliver(peer, [audio(1)]);
      expect(session.pull()).toBeNull();
      expect(session.stats).toMatchObject({ packetsSent: 0, packetsReceived: 0, unexpectedSources: 1 });
    });
  });

  describe('sound', () => {
    it.each<[G711, number]>([
      ['PCMU', 0],
      ['PCMA', 8],
    ])('goes both ways in %s', async (codec, payloadType) => {
      configure({ codec, payloadType });
      session.send(frameOf(5000));
      session.send(null);
      await until(() => peer.received.length === 2);
      expect(peer.received.map(({ payload }) => decodeG711(codec, payload)[0])).toEqual([
        heard(5000, codec),
        heard(0, codec),
      ]);
      expect(peer.received.map((packet) => packet.payloadType)).toEqual([payloadType, payloadType]);
      expect(peer.received[1]!.timestamp).toBe((peer.received[0]!.timestamp + 160) >>> 0);
      expect(session.stats).toMatchObject({ packetsSent: 2, bytesSent: 2 * 172 });

      await deliver(peer, [{ payloadType, payload: payloadOf(-3000, codec) }]);
      expect(session.pull()).toEqual({ frame: frameOf(heard(-3000, codec)!), concealed: false });
    });

    it('is played in order, concealed where it is lost, and counted', async () => {
      configure();
      const before = performance.now();
      await deliver(peer, [audio(1), audio(3), audio(2), audio(2), audio(5)]);
      expect(pull(5)).toEqual([heard(2000), heard(4000), heard(6000), 'x', expect.any(Number)]);
      await deliver(peer, [audio(4)]);
      const { firstPacketAtMs, lastPacketAtMs, ...counts } = session.stats;
      expect(counts).toMatchObject({
        packetsReceived: 5,
        packetsLost: 0,
        packetsLate: 1,
        duplicates: 1,
        concealedFrames: 1,
      });
      expect(firstPacketAtMs).toBeGreaterThanOrEqual(before);
      expect(lastPacketAtMs).toBeGreaterThanOrEqual(firstPacketAtMs!);
      expect(lastPacketAtMs).toBeLessThanOrEqual(performance.now());
    });

    it('of a lost packet is counted as lost', async () => {
      configure();
      await deliver(peer, [audio(10), audio(14)]);
      expect(session.stats).toMatchObject({ packetsReceived: 2, packetsLost: 3 });
    });

    it.each([10, 30, 60])('comes in packets of %i ms', async (ptimeMs) => {
      configure();
      const samples = tone([500], 120);
      const payload = encodeG711('PCMU', samples);
      const length = ptimeMs * 8;
      const packets = Array.from({ length: 120 / ptimeMs }, (_, i) => ({
        sequenceNumber: i,
        timestamp: i * length,
        payload: payload.subarray(i * length, (i + 1) * length),
      }));
      await deliver(peer, packets);
      const frames = Array.from({ length: 6 }, () => [...session.pull()!.frame]);
      expect(frames.flat()).toEqual([...decodeG711('PCMU', payload)]);
    });

    it('goes out in packets of the ptime that was agreed upon', async () => {
      configure({ ptimeMs: 60 });
      for (let i = 0; i < 6; i++) session.send(frameOf(i));
      await until(() => peer.received.length === 2);
      expect(peer.received.map(({ payload }) => payload.length)).toEqual([480, 480]);
      expect(() => configure({ ptimeMs: 25 })).toThrow(RangeError);
      expect(() => configure({ ptimeMs: 0 })).toThrow(RangeError);
    });

    it('continues with another SSRC', async () => {
      configure();
      await deliver(peer, [audio(1)]);
      expect(pull(1)).toEqual([heard(2000)]);
      await deliver(peer, [audio(700, { ssrc: 2, payload: payloadOf(700) })]);
      expect(pull(1)).toEqual([heard(700)]);
      expect(session.stats.packetsLost).toBe(0);
    });

    it('in either companding is heard when both were agreed upon, even within one frame', async () => {
      configure({ alternatives: [{ codec: 'PCMA', payloadType: 8 }] });
      const short = (index: number, options: Partial<RtpPacket>) => audio(index, { timestamp: 80 * index, ...options });
      await deliver(peer, [
        short(0, { payload: payloadOf(4000) }),
        short(2, { payload: payloadOf(-3000, 'PCMA').subarray(80), payloadType: 8 }),
        short(3, { payload: payloadOf(6000).subarray(80) }),
        short(4, { payload: payloadOf(1000), payloadType: 9 }),
      ]);
      expect(session.stats).toMatchObject({ packetsReceived: 3, invalidDatagrams: 1 });
      const [first, second] = [session.pull()!.frame.slice(), session.pull()!.frame.slice()];
      expect(first[80]).toBe(heard(4000));
      expect(levelDbfs(second.subarray(0, 80))).toBeCloseTo(levelDbfs(frameOf(3000)), 0);
      expect(second[0]).toBeLessThan(0);
      expect(second[159]).toBe(heard(6000));
    });

    it('pauses with comfort noise, which is heard and is not counted against the peer', async () => {
      configure();
      const pause = { payloadType: 13, payload: Uint8Array.of(60) };
      await deliver(peer, [audio(1), audio(2, pause)]);
      expect(pull(1)).toEqual([heard(2000)]);
      expect(Math.abs(levelDbfs(session.pull()!.frame) + 60)).toBeLessThan(2);
      await deliver(peer, [audio(3)]);
      expect(pull(1)).toEqual([heard(6000)]);
      expect(session.stats).toMatchObject({
        packetsReceived: 3,
        packetsLost: 0,
        invalidDatagrams: 0,
        concealedFrames: 0,
      });
      expect(session.streamFigures.payloadTypes).toContainEqual({ payloadType: 13, packets: 1 });
    });

    it('of the old codec is heard as what it is after a re-INVITE', async () => {
      configure();
      await deliver(peer, [audio(1), audio(2)]);
      configure({ codec: 'PCMA', payloadType: 8 });
      await deliver(peer, [audio(3, { payloadType: 8, payload: payloadOf(300, 'PCMA') })]);
      expect(pull(3)).toEqual([heard(2000), heard(4000), heard(300, 'PCMA')]);
    });
  });

  describe('direction', () => {
    it.each([
      ['sendrecv', true, true],
      ['sendonly', true, false],
      ['recvonly', false, true],
      ['inactive', false, false],
    ] as const)('%s', async (direction, sends, receives) => {
      configure({ direction });
      session.send(frameOf(1));
      await deliver(peer, [audio(1)]);
      expect(pull(1)).toEqual([receives ? heard(2000) : null]);
      expect(session.stats.packetsSent).toBe(sends ? 1 : 0);
      // The clock has run on meanwhile: after the hold the next packet is one frame later.
      configure();
      session.send(frameOf(1));
      await until(() => peer.received.length === (sends ? 2 : 1));
      expect(peer.received.at(-1)!.marker).toBe(!sends);
    });
  });

  describe('the peer', () => {
    it('is answered where its packets come from, when that is not where its SDP says', async () => {
      configure();
      await unexpected.send(session.port, audio(1));
      await deliver(unexpected, [audio(2)]);
      session.send(frameOf(1));
      await until(() => unexpected.received.length === 1);
      expect(peer.received).toHaveLength(0);
      expect(pull(1)).toEqual([heard(4000)]);
    });

    it('is sent to where its SDP says while an unexpected source, which came first, is not heard', async () => {
      const attacker = await RawPeer.open('127.0.0.2');
      configure();
      await deliver(attacker, [audio(1), audio(2), audio(3)]);
      session.send(frameOf(1));
      await until(() => peer.received.length === 1);
      expect(pull(1)).toEqual([null]);
      await deliver(peer, [audio(1)]);
      await deliver(attacker, [audio(2)]);
      expect(pull(1)).toEqual([heard(2000)]);
      expect(session.stats).toMatchObject({ packetsReceived: 1, unexpectedSources: 4 });
      expect(attacker.received).toHaveLength(0);
      attacker.close();
    });

    it('may speak from the networks that are its own', async () => {
      const relay = await RawPeer.open('127.0.0.2');
      configure({ networks: ['192.0.2.7', '127.0.0.2/31'] });
      await relay.send(session.port, audio(1));
      await deliver(relay, [audio(2)]);
      session.send(frameOf(1));
      await until(() => relay.received.length === 1);
      expect(pull(1)).toEqual([heard(4000)]);
      relay.close();
    });

    it('is the only one who is heard', async () => {
      configure();
      await deliver(peer, [audio(1)]);
      const others = [2, 3, 4].map((n) => audio(n, { ssrc: 9 }));
      await deliver(unexpected, [...others, Uint8Array.of(1, 2, 3)]);
      expect(session.stats).toMatchObject({ packetsReceived: 1, unexpectedSources: 3, invalidDatagrams: 1 });
      expect(pull(1)).toEqual([heard(2000)]);
      session.send(frameOf(1));
      await until(() => peer.received.length === 1);
    });

    it('is followed to the port where a NAT has bound it anew', async () => {
      configure();
      await deliver(peer, [audio(1)]);
      expect(pull(1)).toEqual([heard(2000)]);
      const rebound = await RawPeer.open();
      await rebound.send(session.port, audio(2));
      await deliver(rebound, [audio(3)]);
      session.send(frameOf(1));
      await until(() => rebound.received.length === 1);
      expect(pull(2)).toContain(heard(6000));
      rebound.close();
    });

    it.each([
      { address: '0.0.0.0', port: 4000 },
      { address: 'phone.example', port: 4000 },
      { address: '127.0.0.1', port: 0 },
    ])('that is unknown (%j) is sent nothing before it was heard', async (remote) => {
      configure({ remote, networks: ['127.0.0.0/24'] });
      session.send(frameOf(1));
      expect(session.stats.packetsSent).toBe(0);
      await peer.send(session.port, audio(1));
      await deliver(peer, [audio(2)]);
      session.send(frameOf(1));
      await until(() => peer.received.length === 1);
    });

    it('may be replaced by a re-INVITE', async () => {
      configure();
      await deliver(peer, [audio(1)]);
      configure({ remote: { address: unexpected.address, port: unexpected.port } });
      session.send(frameOf(1));
      await until(() => unexpected.received.length === 1);
      await deliver(unexpected, [audio(1, { ssrc: 2 })]);
      await deliver(peer, [audio(2)]);
      expect(session.stats).toMatchObject({ packetsReceived: 2, unexpectedSources: 1 });
    });

    it('may send RTCP without a complaint, but nothing else that was not agreed upon', async () => {
      configure();
      await peer.send(session.port, Uint8Array.of(0x80, 200, 0, 6, ...new Uint8Array(24)));
      await peer.send(session.port, Uint8Array.of(0x81, 203, 0, 1, 0, 0, 0, 1));
      await deliver(peer, [
        audio(1, { payloadType: 8 }),
        audio(2, { payload: new Uint8Array(0) }),
        audio(3, { payload: new Uint8Array(1601) }),
        { payloadType: 101, payload: Uint8Array.of(1, 2, 3) },
        Uint8Array.of(0x80),
        new Uint8Array(0),
        audio(4),
      ]);
      expect(session.stats).toMatchObject({ invalidDatagrams: 6, packetsReceived: 1, unexpectedSources: 0 });
      expect(pull(1)).toEqual([heard(8000)]);
    });
  });

  describe('DTMF', () => {
    it('is sent as telephone events in the place of sound', async () => {
      configure();
      session.sendDtmf('1#');
      for (let i = 0; i < 18; i++) session.send(frameOf(5000));
      await until(() => peer.received.length === 18);
      const start = peer.received[0]!.timestamp;
      const plan = peer.received.map(({ payloadType, payload, timestamp, marker }) => ({
        event:
          payloadType === 101 ? `${payload[0]}${payload[1]! & 0x80 ? ' end' : ''}` : decodeG711('PCMU', payload)[0],
        at: (timestamp - start) >>> 0,
        marker,
      }));
      const digit = (code: number, at: number) => [
        { event: `${code}`, at, marker: true },
        ...new Array(3).fill({ event: `${code}`, at, marker: false }),
        ...new Array(3).fill({ event: `${code} end`, at, marker: false }),
      ];
      expect(plan).toEqual([
        ...digit(1, 0),
        { event: 0, at: 7 * 160, marker: true },
        ...digit(11, 8 * 160),
        { event: 0, at: 15 * 160, marker: false },
        { event: heard(5000), at: 16 * 160, marker: false },
        { event: heard(5000), at: 17 * 160, marker: false },
      ]);
    });

    it('is sent as tones when telephone events were not agreed upon', async () => {
      configure({ telephoneEventPayloadType: null });
      session.sendDtmf('42');
      for (let i = 0; i < 17; i++) session.send(frameOf(5000));
      await until(() => peer.received.length === 17);
      const detector = new DtmfDetector();
      const frames = peer.received.map(({ payload }) => decodeG711('PCMU', payload));
      expect(frames.map((frame) => detector.push(frame) ?? '').join('')).toBe('42');
      expect(frames.slice(5, 8).map(levelDbfs)).toEqual([-96, -96, -96]);
      expect(frames[16]![0]).toBe(heard(5000));
    });

    it('waits while nothing may be sent', async () => {
      configure({ direction: 'inactive' });
      session.sendDtmf('9');
      for (let i = 0; i < 20; i++) session.send(null);
      configure();
      session.send(null);
      await until(() => peer.received.length === 1);
      expect(peer.received[0]).toMatchObject({ payloadType: 101, marker: true });
    });

    it('is forgotten when it is cleared, but for a digit that sounds already', async () => {
      configure();
      session.sendDtmf('12');
      session.send(frameOf(5000));
      session.clearDtmf();
      session.sendDtmf('3');
      session.clearDtmf();
      for (let i = 0; i < 8; i++) session.send(frameOf(5000));
      await until(() => peer.received.length === 9);
      const events = peer.received.filter(({ payloadType }) => payloadType === 101).map(({ payload }) => payload[0]);
      expect([...new Set(events)]).toEqual([1]);
      expect(peer.received.at(-1)!.payloadType).not.toBe(101);
    });

    it('is refused when it is none', () => {
      expect(() => session.sendDtmf('1-800')).toThrow(RangeError);
    });

    it('is heard once a digit, and what sound it replaces is not concealed', async () => {
      configure();
      const digits: string[] = [];
      session.onDtmf = (digit) => digits.push(digit);
      const event = (sequenceNumber: number, digit: string, start: number, duration: number, end = false) => ({
        payloadType: 101,
        sequenceNumber,
        timestamp: start,
        payload: writeTelephoneEvent({ digit, end, duration }),
      });
      await deliver(peer, [audio(1)]);
      expect(pull(1)).toEqual([heard(2000)]);
      await deliver(peer, [event(2, '5', 320, 160), event(3, '5', 320, 320), event(4, '5', 320, 480, true)]);
      expect(pull(2)).toEqual([null, null]);
      await deliver(peer, [event(5, '5', 320, 480, true), event(8, '5', 1600, 480, true), event(9, 'A', 3200, 160)]);
      expect(digits).toEqual(['5', '5', 'A']);
      expect(session.stats).toMatchObject({ packetsReceived: 7, packetsLost: 2, jitterMs: 0, concealedFrames: 0 });
    });
  });
});

describe('RtpSession with SRTP', () => {
  it('is heard by the peer that has its keys, and by no other; plain packets are not heard', async () => {
    const [ours, theirs] = [
      await RtpSession.open({ address: '127.0.0.1', port: 0 }),
      await RtpSession.open({ address: '127.0.0.1', port: 0 }),
    ];
    const suite = 'AES_CM_128_HMAC_SHA1_80';
    const [send, receive] = [new Uint8Array(30).fill(1), new Uint8Array(30).fill(2)];
    const at = ({ port }: RtpSession) => ({ remote: { address: '127.0.0.1', port } });
    ours.configure({ ...FORMAT, ...at(theirs), crypto: { suite, send, receive } });
    theirs.configure({ ...FORMAT, ...at(ours), crypto: { suite, send: receive, receive: send } });
    ours.send(frameOf(2000));
    await until(() => theirs.stats.packetsReceived === 1);
    expect(theirs.pull()?.frame[80]).toBe(decodeG711('PCMU', payloadOf(2000))[0]);

    // After an offer that repeats the keys the count goes on, so nothing looks forged or replayed.
    ours.configure({ ...FORMAT, ...at(theirs), crypto: { suite, send: send.slice(), receive } });
    ours.send(frameOf(2000));
    await until(() => theirs.stats.packetsReceived === 2);

    ours.configure({ ...FORMAT, ...at(theirs) });
    ours.send(frameOf(2000));
    await until(() => theirs.stats.packetsForged === 1);
    ours.configure({ ...FORMAT, ...at(theirs), crypto: { suite, send: receive, receive } });
    ours.send(frameOf(2000));
    await until(() => theirs.stats.packetsForged === 2);
    expect(theirs.stats).toMatchObject({ packetsReceived: 2, packetsReplayed: 0 });
    ours.close();
    theirs.close();
  });
});

describe('networksOf', () => {
  it('has addresses and networks of both families', () => {
    const networks = networksOf(['192.0.2.0/24', '198.51.100.7', '2001:db8::/32']);
    const has = (address: string) => networks.has(address);
    expect(['192.0.2.255', '198.51.100.7', '2001:db8::1'].map(has)).toEqual([true, true, true]);
    expect(['192.0.3.0', '198.51.100.8', '2001:db9::1', 'nonsense'].map(has)).toEqual(new Array(4).fill(false));
    expect(networksOf([]).has('192.0.2.1')).toBe(false);
  });

  it.each(['', 'trunk.example', '192.0.2.0/33', '192.0.2.0/x', '2001:db8::/129', '192.0.2.0/-1', '192.0.2.0/'])(
    'refuses %j',
    (network) => {
      expect(() => networksOf([network])).toThrow(RangeError);
    },
  );
});

describe('numericEndpoint', () => {
  it('spells addresses as sockets report them', () => {
    expect(numericEndpoint({ address: '2001:DB8:0:0:0:0:0:1', port: 4000 })).toEqual({
      address: '2001:db8::1',
      port: 4000,
    });
    expect(numericEndpoint({ address: '192.0.2.1', port: 65_535 })).toEqual({ address: '192.0.2.1', port: 65_535 });
  });

  it('knows what nothing can be sent to', () => {
    for (const address of ['::', '0.0.0.0', '', 'localhost', '300.1.1.1'])
      expect(numericEndpoint({ address, port: 1 })).toBeNull();
    for (const port of [0, -1, 65_536, Number.NaN]) expect(numericEndpoint({ address: '192.0.2.1', port })).toBeNull();
  });
});
