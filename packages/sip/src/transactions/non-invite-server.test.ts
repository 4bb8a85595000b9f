import { describe, expect, it } from 'vitest';
import { sampleResponse, TCP_HOP, TransactionHarness, UDP_HOP } from '../testing/transaction-harness.ts';
import { NonInviteServerTransaction } from './non-invite-server.ts';

function start(hop = UDP_HOP) {
  const harness = new TransactionHarness();
  const transaction = new NonInviteServerTransaction(harness.environment, hop, harness.onTerminated);
  const respond = (status: number) => transaction.respond(sampleResponse(status, 'BYE'));
  return { harness, transaction, respond };
}

describe('non-INVITE server transaction', () => {
  it('keeps silent about repetitions until its user has responded', () => {
    const { harness, transaction, respond } = start();
    transaction.receive();
    expect(harness.sent).toEqual([]);
    respond(100);
    transaction.receive();
    expect(harness.sent.map(({ what }) => what)).toEqual(['100', '100']);
  });

  it('repeats its final response to repetitions until timer J', () => {
    const { harness, transaction, respond } = start();
    respond(200);
    transaction.receive();
    respond(500);
    transaction.receive();
    expect(harness.sent.map(({ what }) => what)).toEqual(['200', '200', '200']);
    expect(harness.retransmissions).toBe(2);
    harness.clock.advance(31_999);
    expect(harness.terminated).toBe(false);
    harness.clock.advance(1);
    expect(harness.terminated).toBe(true);
  });

  it('is over with its final response over a reliable transport', () => {
    const { harness, respond } = start(TCP_HOP);
    respond(200);
    harness.clock.advance(0);
    expect(harness.terminated).toBe(true);
  });

  it('survives a response that cannot be sent: the request may come again', () => {
    const { harness, transaction, respond } = start();
    respond(200);
    harness.failAttempt(new Error('no route'));
    transaction.receive();
    expect(harness.sendTimes('200')).toHaveLength(2);
  });
});
