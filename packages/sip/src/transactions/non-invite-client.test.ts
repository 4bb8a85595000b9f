import { describe, expect, it } from 'vitest';
import { sampleRequest, sampleResponse, TCP_HOP, TransactionHarness, UDP_HOP } from '../testing/transaction-harness.ts';
import { NonInviteClientTransaction } from './non-invite-client.ts';

function start(hop = UDP_HOP) {
  const harness = new TransactionHarness();
  const transaction = new NonInviteClientTransaction(
    harness.environment,
    sampleRequest('BYE'),
    hop,
    harness.user,
    harness.onTerminated,
  );
  transaction.start();
  const receive = (status: number) => transaction.receive(sampleResponse(status, 'BYE'));
  return { harness, transaction, receive };
}

describe('non-INVITE client transaction', () => {
  it('repeats at intervals that double up to T2 (timer E) and gives up after 64*T1 (timer F)', () => {
    const { harness } = start();
    harness.clock.advance(40_000);
    expect(harness.sendTimes('BYE')).toEqual([
      0, 500, 1500, 3500, 7500, 11_500, 15_500, 19_500, 23_500, 27_500, 31_500,
    ]);
    expect(harness.heard).toEqual([{ what: 'timeout', atMs: 32_000 }]);
    expect(harness.clock.pending).toBe(0);
  });

  it('repeats every T2 after a provisional response, and gives up all the same', () => {
    const { harness, receive } = start();
    receive(100);
    harness.clock.advance(40_000);
    // The running timer E fires once more as it was set.
    expect(harness.sendTimes('BYE')).toEqual([0, 500, 4500, 8500, 12_500, 16_500, 20_500, 24_500, 28_500]);
    expect(harness.heardWhat()).toEqual(['100', 'timeout']);
  });

  it('repeats nothing over a reliable transport', () => {
    const { harness } = start(TCP_HOP);
    harness.clock.advance(40_000);
    expect(harness.sendTimes('BYE')).toEqual([0]);
    expect(harness.heardWhat()).toEqual(['timeout']);
  });

  it('absorbs repeated final responses until timer K', () => {
    const { harness, receive } = start();
    receive(200);
    receive(200);
    expect(harness.heardWhat()).toEqual(['200']);
    harness.clock.advance(4999);
    expect(harness.terminated).toBe(false);
    harness.clock.advance(1);
    expect(harness.terminated).toBe(true);
  });

  it('lets timer K take no time over a reliable transport', () => {
    const { harness, receive } = start(TCP_HOP);
    receive(481);
    harness.clock.advance(0);
    expect(harness.terminated).toBe(true);
  });

  it('reports a request that cannot be sent', () => {
    const { harness } = start();
    harness.failAttempt(new Error('no route'));
    expect(harness.heardWhat()).toEqual(['transport error']);
    expect(harness.terminated).toBe(true);
    expect(harness.clock.pending).toBe(0);
  });
});
