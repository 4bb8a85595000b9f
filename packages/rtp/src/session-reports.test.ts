import { afterEach, describe, expect, it, vi } from 'vitest';
import type { MediaCrypto, NegotiatedMedia, NegotiatedRtcp } from './negotiated-media.ts';
import { middleOf } from './rtcp/ntp-time.ts';
import { parseRtcp } from './rtcp/read-rtcp.ts';
import type { ReportBlock, RtcpPacket, SenderReport } from './rtcp/rtcp-packet.ts';
import { writeRtcp } from './rtcp/write-rtcp.ts';
import { RtpSession } from './session.ts';
import { SrtcpReceiver } from './srtp/srtcp-receiver.ts';
import { SrtcpSender } from './srtp/srtcp-sender.ts';
import { SrtpReceiver } from './srtp/srtp-receiver.ts';
import { masterKeyBytes, type SrtpSuite } from './srtp/suite.ts';
import { RawPeer } from './testing/raw-peer.ts';

const PEER_SSRC = 4711;
const opened: { close(): void }[] = [];
const ticking: NodeJS.Timeout[] = [];

afterEach(() => {
  for (const timer of ticking.splice(0)) clearInterval(timer);
  for (const one of opened.splice(0)) one.close();
});

function kept<T extends { close(): void }>(one: T): T {
  opened.push(one);
  return one;
}

/** A session above whose port nothing is bound. */
async function openSession(): Promise<RtpSession> {
  for (;;) {
    const session = await RtpSession.open({ address: '127.0.0.1', port: 0 });
    const above = await RawPeer.open('127.0.0.1', session.port + 1).catch(() => null);
    above?.close();
    if (above) return kept(session);
    session.close();
  }
}

const mediaOf = (peer: RawPeer, rtcp: NegotiatedRtcp, crypto: MediaCrypto | null = null): NegotiatedMedia => ({
  remote: { address: peer.address, port: peer.port },
  ...{ networks: [], codec: 'PCMU', payloadType: 0, alternatives: [], telephoneEventPayloadType: 101, ptimeMs: 20 },
  ...{ crypto, rtcp, direction: 'sendrecv' },
});

/** Its clock of 20 ms. */
function tick(session: RtpSession): void {
  ticking.push(setInterval(() => session.send(null), 20));
}

/** Resolves with the packets of the first report that comes. */
async function firstReport(peer: RawPeer, open: (datagram: Uint8Array) => Uint8Array = (one) => one) {
  await vi.waitFor(() => expect(peer.reports.length).toBeGreaterThan(0), { interval: 5, timeout: 8000 });
  return parseRtcp(open(peer.reports[0]!))!;
}

/** The report of a peer that has lost 5 packets and took no time to respond. */
function responseTo(packets: readonly RtcpPacket[]): Uint8Array {
  const report = packets[0] as SenderReport;
  const block: ReportBlock = {
    ...{ ssrc: report.ssrc, fractionLost: 10, packetsLost: 5, highestSequence: 50, jitter: 24 },
    ...{ lastReport: middleOf(report.sentAt), sinceLastReport: 0 },
  };
  return writeRtcp([{ type: 'receiver_report', ssrc: PEER_SSRC, blocks: [block] }]);
}

async function expectMeasured(session: RtpSession): Promise<void> {
  await vi.waitFor(() => expect(session.reportFigures.reportsReceived).toBe(1), { interval: 5, timeout: 5000 });
  const { far, roundTripMs } = session.reportFigures;
  expect(far).toMatchObject({ packetsLost: 5, jitterMs: 3 });
  expect(roundTripMs).toBeGreaterThanOrEqual(0);
  expect(roundTripMs).toBeLessThan(2000);
}

describe('RTCP of RtpSession', () => {
  it('goes with RTP, both ways, where that was agreed upon, and ends with a BYE', async () => {
    const [session, peer] = [await openSession(), kept(await RawPeer.open())];
    session.configure(mediaOf(peer, { mux: true }));
    tick(session);
    await peer.send(session.port, { ssrc: PEER_SSRC, sequenceNumber: 5 });
    const packets = await firstReport(peer);
    expect(packets).toMatchObject([
      { type: 'sender_report', ssrc: peer.received[0]!.ssrc, blocks: [{ ssrc: PEER_SSRC, highestSequence: 5 }] },
      { type: 'source_description', sources: [{ cname: expect.stringMatching(/^[A-Za-z0-9+/]{16}$/) }] },
    ]);
    const { packets: sent, octets } = packets[0] as SenderReport;
    expect(octets).toBe(160 * sent);
    await peer.send(session.port, responseTo(packets));
    await expectMeasured(session);
    expect(session.stats).toMatchObject({ packetsReceived: 1, invalidDatagrams: 0, unexpectedSources: 0 });
    const before = peer.reports.length;
    session.close();
    await vi.waitFor(() => expect(peer.reports.length).toBe(before + 1), { interval: 5, timeout: 5000 });
    expect(parseRtcp(peer.reports.at(-1)!)!.at(-1)).toEqual({ type: 'bye', ssrcs: [peer.received[0]!.ssrc] });
  });

  it('goes from the port above to where the peer takes it, and then to where the peer sends it from', async () => {
    const session = await openSession();
    const [peer, control, moved] = [await RawPeer.open(), await RawPeer.open(), await RawPeer.open()].map(kept);
    session.configure(mediaOf(peer!, { mux: false, remote: { address: '127.0.0.1', port: control!.port } }));
    tick(session);
    const packets = await firstReport(control!);
    expect(peer!.reports).toHaveLength(0);
    const unexpected = kept(await RawPeer.open('127.0.0.2'));
    await unexpected.send(session.port + 1, responseTo(packets));
    await moved!.send(session.port + 1, responseTo(packets));
    await expectMeasured(session);
    session.close();
    await vi.waitFor(() => expect(moved!.reports).toHaveLength(1), { interval: 5, timeout: 5000 });
    expect(unexpected.reports).toHaveLength(0);
  });

  it.each<SrtpSuite>(['AES_CM_128_HMAC_SHA1_32', 'AEAD_AES_256_GCM'])(
    'is encrypted where media is: %s',
    async (suite) => {
      const [session, peer] = [await openSession(), kept(await RawPeer.open())];
      const [send, receive] = [1, 2].map((byte) => new Uint8Array(masterKeyBytes(suite)).fill(byte));
      session.configure(mediaOf(peer, { mux: true }, { suite, send: send!, receive: receive! }));
      tick(session);
      const packets = await firstReport(peer, (datagram) => {
        expect(new SrtpReceiver(suite, send!).open(datagram)).not.toBeInstanceOf(Uint8Array);
        return new SrtcpReceiver(suite, send!).open(datagram) as Uint8Array;
      });
      expect(packets[0]).toMatchObject({ type: 'sender_report' });
      const theirs = new SrtcpSender(suite, receive!);
      const response = theirs.seal(responseTo(packets));
      for (const datagram of [responseTo(packets), response, response]) await peer.send(session.port, datagram);
      await expectMeasured(session);
      // Neither the plain one nor the one that came again was heard.
      await peer.send(session.port, theirs.seal(responseTo(packets)));
      await vi.waitFor(() => expect(session.reportFigures.reportsReceived).toBe(2), { interval: 5, timeout: 5000 });
    },
  );
});
