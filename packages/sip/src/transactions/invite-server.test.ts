import { describe, expect, it } from 'vitest';
import { sampleRequest, sampleResponse, TCP_HOP, TransactionHarness, UDP_HOP } from '../testing/transaction-harness.ts';
import { InviteServerTransaction } from './invite-server.ts';

function start(hop = UDP_HOP) {
  const harness = new TransactionHarness();
  const user = { onAck: () => harness.hear('ACK') };
  const transaction = new InviteServerTransaction(harness.environment, hop, user, harness.onTerminated);
  transaction.onTransportError = () => harness.hear('transport error');
  const respond = (status: number) => transaction.respond(sampleResponse(status, 'INVITE'));
  return { harness, transaction, respond };
}

describe('INVITE server transaction', () => {
  it('repeats the last provisional response when the INVITE is repeated', () => {
    const { harness, transaction, respond } = start();
    transaction.receive();
    respond(100);
    respond(180);
    transaction.receive();
    expect(harness.sent.map(({ what }) => what)).toEqual(['100', '180', '180']);
    expect(harness.retransmissions).toBe(1);
  });

  it('repeats a failure at intervals that double up to T2 (timer G) until it gives up (timer H)', () => {
    const { harness, respond } = start();
    respond(486);
    harness.clock.advance(40_000);
    expect(harness.sendTimes('486')).toEqual([
      0, 500, 1500, 3500, 7500, 11_500, 15_500, 19_500, 23_500, 27_500, 31_500,
    ]);
    expect(harness.terminated).toBe(true);
  });

  it('stops repeating at the ACK, and absorbs further ACKs and INVITEs until timer I', () => {
    const { harness, transaction, respond } = start();
    respond(486);
    harness.clock.advance(600);
    transaction.receiveAck(sampleRequest('ACK'));
    transaction.receiveAck(sampleRequest('ACK'));
    transaction.receive();
    harness.clock.advance(4999);
    expect(harness.sendTimes('486')).toEqual([0, 500]);
    expect(harness.terminated).toBe(false);
    harness.clock.advance(1);
    expect(harness.terminated).toBe(true);
    expect(harness.heard).toEqual([]);
  });

  it('neither repeats a failure nor lingers over a reliable transport', () => {
    const { harness, transaction, respond } = start(TCP_HOP);
    respond(486);
    harness.clock.advance(10_000);
    expect(harness.sendTimes('486')).toEqual([0]);
    transaction.receiveAck(sampleRequest('ACK'));
    harness.clock.advance(0);
    expect(harness.terminated).toBe(true);
  });

  it('leaves the repetition of a 2xx to its user, absorbs the INVITE, and ends with timer L', () => {
    const { harness, transaction, respond } = start();
    respond(200);
    transaction.receive();
    harness.clock.advance(10_000);
    expect(harness.sendTimes('200')).toEqual([0]);
    respond(200);
    expect(harness.sendTimes('200')).toEqual([0, 10_000]);
    expect(harness.retransmissions).toBe(1);
    harness.clock.advance(22_000);
    expect(harness.terminated).toBe(true);
  });

  it('hands an ACK up that a wrong phone sends with the branch of its INVITE', () => {
    const { harness, transaction, respond } = start();
    respond(200);
    transaction.receiveAck(sampleRequest('ACK'));
    expect(harness.heardWhat()).toEqual(['ACK']);
  });

  it.each([200, 486])('ignores what is responded after %i', (final) => {
    const { harness, transaction, respond } = start();
    respond(final);
    respond(180);
    respond(603);
    transaction.receive();
    expect(new Set(harness.sent.map(({ what }) => what))).toEqual(new Set([String(final)]));
  });

  it('reports a response that cannot be sent and stays: the INVITE may come again', () => {
    const { harness, transaction, respond } = start();
    respond(180);
    harness.failAttempt(new Error('no route'));
    expect(harness.heardWhat()).toEqual(['transport error']);
    transaction.receive();
    expect(harness.sendTimes('180')).toHaveLength(2);
  });
});
