import { describe, expect, it } from 'vitest';
import { sampleRequest, sampleResponse, TCP_HOP, TransactionHarness, UDP_HOP } from '../testing/transaction-harness.ts';
import { InviteClientTransaction } from './invite-client.ts';

function start(hop = UDP_HOP) {
  const harness = new TransactionHarness();
  const transaction = new InviteClientTransaction(
    harness.environment,
    sampleRequest('INVITE'),
    hop,
    harness.user,
    harness.onTerminated,
  );
  transaction.start();
  const receive = (status: number) => transaction.receive(sampleResponse(status, 'INVITE'));
  return { harness, transaction, receive };
}

describe('INVITE client transaction', () => {
  it('repeats at doubling intervals (timer A) and gives up after 64*T1 (timer B)', () => {
    const { harness } = start();
    harness.clock.advance(40_000);
    expect(harness.sendTimes('INVITE')).toEqual([0, 500, 1500, 3500, 7500, 15_500, 31_500]);
    expect(harness.heard).toEqual([{ what: 'timeout', atMs: 32_000 }]);
    expect(harness.retransmissions).toBe(6);
    expect(harness.terminated).toBe(true);
    expect(harness.clock.pending).toBe(0);
  });

  it('repeats nothing over a reliable transport, but gives up just the same', () => {
    const { harness } = start(TCP_HOP);
    harness.clock.advance(40_000);
    expect(harness.sendTimes('INVITE')).toEqual([0]);
    expect(harness.heard).toEqual([{ what: 'timeout', atMs: 32_000 }]);
  });

  it('waits for as long as it takes once a provisional response has come', () => {
    const { harness, transaction, receive } = start();
    receive(100);
    receive(180);
    harness.clock.advance(600_000);
    expect(harness.sendTimes('INVITE')).toEqual([0]);
    expect(harness.heardWhat()).toEqual(['100', '180']);
    expect(transaction.state).toBe('proceeding');
  });

  it('acknowledges a failure, absorbs its repetitions with another ACK, and ends with timer D', () => {
    const { harness, receive } = start();
    receive(486);
    receive(486);
    receive(486);
    expect(harness.sendTimes('ACK')).toHaveLength(3);
    expect(harness.heardWhat()).toEqual(['486']);
    harness.clock.advance(31_999);
    expect(harness.terminated).toBe(false);
    harness.clock.advance(1);
    expect(harness.terminated).toBe(true);
  });

  it('lets timer D take no time over a reliable transport', () => {
    const { harness, receive } = start(TCP_HOP);
    receive(486);
    harness.clock.advance(0);
    expect(harness.terminated).toBe(true);
  });

  it('builds the ACK to a failure as section 17.1.1.3 demands', () => {
    const harness = new TransactionHarness();
    const acks: string[] = [];
    const environment = {
      ...harness.environment,
      send: ({ bytes }: { bytes: Buffer }) => void acks.push(bytes.toString()),
    };
    const invite = sampleRequest('INVITE');
    const transaction = new InviteClientTransaction(environment, invite, UDP_HOP, harness.user, () => {});
    transaction.start();
    transaction.receive(sampleResponse(486, 'INVITE'));
    expect(acks[1]).toBe(
      [
        'ACK sip:bob@192.0.2.9 SIP/2.0',
        'Via: SIP/2.0/UDP 192.0.2.1:5060;branch=z9hG4bKsample;rport',
        'Max-Forwards: 70',
        'Route: <sip:192.0.2.9;lr>',
        'Route: <sip:192.0.2.10;lr>',
        'From: <sip:ann@192.0.2.1>;tag=a',
        'To: <sip:bob@192.0.2.9>;tag=b',
        'Call-ID: sample',
        'CSeq: 7 ACK',
        'Content-Length: 0',
        '',
        '',
      ].join('\r\n'),
    );
  });

  it('hands every 2xx up and leaves the ACK to its user, until timer M', () => {
    const { harness, receive } = start();
    receive(200);
    receive(200);
    receive(486);
    expect(harness.heardWhat()).toEqual(['200', '200']);
    expect(harness.sendTimes('ACK')).toEqual([]);
    harness.clock.advance(32_000);
    expect(harness.terminated).toBe(true);
  });

  it('reports an INVITE that cannot be sent, but not one of which a copy has arrived', () => {
    const unreachable = start();
    unreachable.harness.failAttempt(new Error('no route'));
    expect(unreachable.harness.heardWhat()).toEqual(['transport error']);
    expect(unreachable.harness.terminated).toBe(true);

    const answered = start();
    answered.receive(180);
    answered.harness.failAttempt(new Error('no route'));
    expect(answered.harness.heardWhat()).toEqual(['180']);
    expect(answered.harness.terminated).toBe(false);
  });
});
