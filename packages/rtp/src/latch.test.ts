import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { Latch } from './latch.ts';
import { packetOf } from './testing/packets.ts';

const SDP = { address: '192.0.2.1', port: 4000 };
/** The peer's as well: another port of its address, and what signals for it. */
const OTHER_PORT = { ...SDP, port: 61_234 };
const NAT = { address: '198.51.100.7', port: 61_234 };
const PEERS = { has: (address: string) => address === NAT.address };
const ATTACKER = { address: '203.0.113.66', port: 9 };

describe('Latch', () => {
  let latch: Latch;
  const judge = (from: { address: string; port: number }, sequenceNumber: number, ssrc = 1) =>
    latch.judge(from.address, from.port, packetOf({ sequenceNumber, ssrc }));

  beforeEach(() => {
    latch = new Latch();
    latch.expect(SDP, PEERS);
  });

  it('neither hears nor sends to an unexpected source that speaks first', () => {
    expect([1, 2, 3, 4].map((n) => judge(ATTACKER, n))).toEqual(new Array(4).fill('unexpected_source'));
    expect(latch.mayAccept(ATTACKER.address, ATTACKER.port)).toBe(false);
    expect(latch.target).toEqual(SDP);
    expect([judge(OTHER_PORT, 1), judge(ATTACKER, 5), judge(OTHER_PORT, 2)]).toEqual([
      'pending',
      'unexpected_source',
      'accepted',
    ]);
    expect(latch.target).toEqual(OTHER_PORT);
  });

  it('without networks knows a peer by the address of its SDP alone', () => {
    latch.expect(SDP);
    expect([judge(NAT, 1), judge(NAT, 2)]).toEqual(['unexpected_source', 'unexpected_source']);
    expect([judge(OTHER_PORT, 1), judge(OTHER_PORT, 2)]).toEqual(['pending', 'accepted']);
  });

  it('sends to the address of the SDP, and believes it at its first packet', () => {
    expect(latch.target).toEqual(SDP);
    expect(judge(SDP, 1)).toBe('accepted');
    expect(latch.target).toEqual(SDP);
  });

  it('takes another source after two packets in a row, and sends there from then on', () => {
    expect(judge(NAT, 65_535)).toBe('pending');
    expect(latch.target).toEqual(SDP);
    expect(judge(NAT, 0)).toBe('accepted');
    expect(latch.target).toEqual(NAT);
    expect(judge(NAT, 700)).toBe('accepted');
  });

  it.each([
    ['the same number again', 5, 1],
    ['a gap', 7, 1],
    ['another SSRC', 6, 2],
  ])('does not take two packets with %s for a stream', (_, sequenceNumber, ssrc) => {
    judge(NAT, 5);
    expect(judge(NAT, sequenceNumber, ssrc)).toBe('pending');
  });

  it('does not take packets of two sources for one', () => {
    judge(NAT, 5);
    expect(judge({ ...NAT, port: NAT.port + 1 }, 6)).toBe('pending');
    expect(judge(NAT, 6)).toBe('pending');
    expect(judge(NAT, 7)).toBe('accepted');
  });

  it('takes no other source once it has latched', () => {
    judge(SDP, 1);
    expect([1, 2, 3, 4].map((n) => judge(ATTACKER, n))).toEqual(new Array(4).fill('unexpected_source'));
    expect(latch.target).toEqual(SDP);
  });

  it('lets the endpoint of the SDP replace who came before it', () => {
    judge(NAT, 1);
    judge(NAT, 2);
    expect(latch.target).toEqual(NAT);
    expect(latch.mayAccept(SDP.address, SDP.port)).toBe(true);
    expect(judge(SDP, 90)).toBe('accepted');
    expect(judge(NAT, 3)).toBe('unexpected_source');
    expect(latch.target).toEqual(SDP);
  });

  it('follows a stream that goes on from another port of the peer: a NAT has bound it anew', () => {
    judge(NAT, 65_534, 7);
    judge(NAT, 65_535, 7);
    const rebound = { ...NAT, port: 4711 };
    expect([judge(rebound, 2, 7), judge(rebound, 3, 7)]).toEqual(['pending', 'accepted']);
    expect(latch.target).toEqual(rebound);
    expect(judge(NAT, 1, 7)).toBe('unexpected_source');
  });

  it.each([
    ['another SSRC', { ...NAT, port: 4711 }, 8, 11],
    ['numbers that were there before', { ...NAT, port: 4711 }, 7, 9],
    ['numbers far ahead', { ...NAT, port: 4711 }, 7, 10_000],
    ['an address that is not of the peer', ATTACKER, 7, 11],
  ])('does not follow %s', (_, from, ssrc, sequenceNumber) => {
    judge(NAT, 9, 7);
    judge(NAT, 10, 7);
    const verdicts = [0, 1].map((n) => judge(from, sequenceNumber - 1 + n, ssrc));
    expect(verdicts).not.toContain('accepted');
    expect(latch.target).toEqual(NAT);
  });

  it('does not follow another while the peer still speaks from where it was', () => {
    judge(NAT, 9, 7);
    judge(NAT, 10, 7);
    const other = { ...NAT, port: 4711 };
    expect([judge(other, 11, 7), judge(NAT, 11, 7), judge(other, 12, 7), judge(NAT, 12, 7)]).toEqual([
      'pending',
      'accepted',
      'pending',
      'accepted',
    ]);
  });

  it('keeps its source when the SDP is repeated, and begins anew when it names another', () => {
    judge(NAT, 1);
    judge(NAT, 2);
    latch.expect({ ...SDP }, PEERS);
    expect(latch.target).toEqual(NAT);
    const other = { address: '192.0.2.9', port: 5000 };
    latch.expect(other, PEERS);
    expect(latch.target).toEqual(other);
    expect(judge(SDP, 1)).toBe('unexpected_source');
    expect(judge(other, 1)).toBe('accepted');
  });

  it('sends to where the peer has moved, and hears the old place until the new one speaks, without going back', () => {
    judge(NAT, 1);
    judge(NAT, 2);
    const moved = { address: '192.0.2.9', port: 5000 };
    latch.expect(moved, PEERS);
    expect([3, 4, 5].map((n) => judge(NAT, n))).toEqual(['accepted', 'accepted', 'accepted']);
    expect(latch.target).toEqual(moved);
    const again = { address: '192.0.2.10', port: 6000 };
    latch.expect(again, PEERS);
    expect([6, 7, 8].map((n) => judge(NAT, n))).toEqual(['accepted', 'accepted', 'accepted']);
    expect(latch.target).toEqual(again);
    const behindNat = { ...NAT, port: 4711 };
    expect([judge(behindNat, 1, 2), judge(NAT, 9), judge(behindNat, 2, 2)]).toEqual([
      'pending',
      'accepted',
      'accepted',
    ]);
    expect(latch.target).toEqual(behindNat);
    expect(judge(NAT, 10)).toBe('unexpected_source');
  });

  it('takes a peer back that comes back to where it was', () => {
    judge(SDP, 1);
    latch.expect({ address: '192.0.2.9', port: 5000 }, PEERS);
    latch.expect(SDP, PEERS);
    expect(latch.target).toEqual(SDP);
    expect(judge(SDP, 2)).toBe('accepted');
    expect(judge(NAT, 1)).toBe('unexpected_source');
  });

  it('keeps the source of a peer that names no address for a while', () => {
    judge(NAT, 1);
    judge(NAT, 2);
    latch.expect(null, PEERS);
    latch.expect(SDP);
    expect(latch.target).toEqual(NAT);
    expect(judge(NAT, 3)).toBe('accepted');
  });

  it('without an SDP address sends nowhere until a peer has latched', () => {
    latch.expect(null, PEERS);
    expect(latch.target).toBeNull();
    judge(ATTACKER, 1);
    judge(ATTACKER, 2);
    judge(NAT, 1);
    expect(latch.target).toBeNull();
    judge(NAT, 2);
    expect(latch.target).toEqual(NAT);
    latch.expect(null, PEERS);
    expect(latch.target).toEqual(NAT);
  });

  it('never accepts what it said could not matter, and never moves from the SDP’s own address', () => {
    const source = fc.constantFrom(SDP, OTHER_PORT, NAT, ATTACKER);
    fc.assert(
      fc.property(fc.array(fc.tuple(source, fc.integer({ min: 0, max: 3 })), { maxLength: 60 }), (packets) => {
        latch = new Latch();
        latch.expect(SDP, PEERS);
        let settled = false;
        for (const [from, sequenceNumber] of packets) {
          const may = latch.mayAccept(from.address, from.port);
          const verdict = judge(from, sequenceNumber, from === SDP ? 1 : 2);
          expect(verdict === 'accepted' && !may).toBe(false);
          expect(verdict === 'accepted' && from === ATTACKER).toBe(false);
          expect(latch.target).not.toEqual(ATTACKER);
          settled ||= from === SDP;
          if (settled) expect([latch.target, verdict]).toEqual([SDP, from === SDP ? 'accepted' : 'unexpected_source']);
        }
      }),
    );
  });
});
